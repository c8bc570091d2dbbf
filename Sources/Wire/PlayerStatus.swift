public import Model

/// The status of one player, as the bridge sees it.
public struct PlayerStatus: Sendable {
  /// The counts of a player's packets, edges and messages.
  public struct Counts: Hashable, Sendable {
    /// The packets that were accepted.
    public var received: UInt64 = 0
    /// The packets that were accepted although a newer packet had arrived before.
    public var late: UInt64 = 0
    /// The packets that never arrived.
    public var lost: UInt64 = 0
    /// The presses and releases that were accepted.
    public var edges: UInt64 = 0
    /// The accepted presses and releases whose first packet was lost.
    public var recovered: UInt64 = 0
    /// The presses and releases that were lost, or arrived too late to be shown.
    public var skipped: UInt64 = 0
    /// The presses and releases that the pad showed for less than the minimum time.
    public var hurried: UInt64 = 0
    /// The messages to local programs that were accepted.
    public var messages: UInt64 = 0
    /// The messages to local programs that were given up: unreliable ones that were late or found the queue full, and those that are
    /// too long.
    public var unread: UInt64 = 0

    /// Creates counts at zero.
    public init() {}
  }

  private static let delaysStart = 168 + 8 * Drop.count
  static let size = delaysStart + 4 * DelayCounts.count

  /// The player's slot.
  public var slot: PlayerSlot
  /// Whether the controller is connected; otherwise its slot waits for its return.
  public var isConnected: Bool
  /// The phase of the controller's silence.
  public var phase: SilencePhase
  /// The battery in percent; nil when unknown.
  public var battery: UInt8?
  /// The transport by which the controller reaches the host.
  public var transport: GatewayHeader.Transport
  /// The address that the controller sends from; behind a gateway, the gateway's connection and the controller's number.
  public var peer: PeerID
  /// The token that the controller has chosen to be told apart at its address.
  public var token: UInt32
  /// The tilt as it was received; nil if the controller sends none.
  public var rawTilt: Tilt?
  /// The tilt after smoothing; nil if the controller sends none.
  public var tilt: Tilt?
  /// The state of the pad.
  public var report: PadReport
  /// The interarrival jitter: the smoothed deviation of the packets' transit time (RFC 3550 §6.4.1).
  public var jitter: Interval
  /// The time since the newest packet arrived.
  public var silence: Interval
  /// The counts of packets, edges and messages.
  public var counts: Counts
  /// The dropped packets of this player, by reason.
  public var drops: DropCounts
  /// The offset of the controller's clock, positive if that clock is ahead of the host's; nil when it is not known.
  public var clock: ClockOffset?
  /// A histogram of the packets' delays.
  public var delays: DelayCounts

  /// Creates a player's status; see the properties.
  public init(
    slot: PlayerSlot, isConnected: Bool, phase: SilencePhase, battery: UInt8?,
    transport: GatewayHeader.Transport, peer: PeerID, token: UInt32, rawTilt: Tilt?, tilt: Tilt?,
    report: PadReport, jitter: Interval, silence: Interval, counts: Counts, drops: DropCounts,
    clock: ClockOffset? = nil, delays: DelayCounts = DelayCounts()
  ) {
    self.slot = slot
    self.isConnected = isConnected
    self.phase = phase
    self.battery = battery
    self.transport = transport
    self.peer = peer
    self.token = token
    self.rawTilt = rawTilt
    self.tilt = tilt
    self.report = report
    self.jitter = jitter
    self.silence = silence
    self.counts = counts
    self.drops = drops
    self.clock = clock
    self.delays = delays
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == PlayerStatus.size else {
      throw bytes.count < PlayerStatus.size ? .tooShort : .tooLong
    }
    guard let slot = PlayerSlot(number: Int(bytes[1])),
      let phase = SilencePhase(rawValue: bytes[2]), let transport = GatewayHeader.Transport(rawValue: bytes[5])
    else { throw .reservedNotZero }
    let hasTilt = bytes[3] & 2 != 0
    self.init(
      slot: slot, isConnected: bytes[3] & 1 != 0, phase: phase, battery: bytes[4] == 255 ? nil : bytes[4],
      transport: transport, peer: PeerID(parsing: bytes, transport), token: bytes.u32(at: 8),
      rawTilt: hasTilt ? Tilt(exactly: bytes, at: 36) : nil,
      tilt: hasTilt ? Tilt(exactly: bytes, at: 48) : nil,
      report: PadReport(parsing: bytes, at: 60),
      jitter: .microseconds(Int64(bytes.u32(at: 76))), silence: .microseconds(Int64(bytes.u32(at: 80))),
      counts: Counts(parsing: bytes, at: 84), drops: DropCounts(parsing: bytes, at: 168),
      clock: ClockOffset(parsing: bytes, at: 156, flags: bytes[3]),
      delays: DelayCounts(parsing: bytes, at: PlayerStatus.delaysStart))
  }

  /// Appends the status to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.player.rawValue)
    datagram.append(slot.number)
    datagram.append(phase.rawValue)
    datagram.append(UInt8(isConnected ? 1 : 0) | (rawTilt == nil ? 0 : 2) | clock.flags)
    datagram.append(battery ?? 255)
    datagram.append(transport.rawValue)
    datagram.append(UInt16(0))
    datagram.append(token)
    peer.write(to: &datagram)
    (rawTilt ?? .zero).writeExactly(to: &datagram)
    (tilt ?? .zero).writeExactly(to: &datagram)
    report.write(to: &datagram)
    datagram.append(UInt32(clamping: jitter.microseconds))
    datagram.append(UInt32(clamping: silence.microseconds))
    counts.write(to: &datagram)
    clock.write(to: &datagram)
    drops.write(to: &datagram)
    delays.write(to: &datagram)
  }
}
