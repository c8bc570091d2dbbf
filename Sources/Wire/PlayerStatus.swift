public import Model

/// One player as the bridge sees it.
public struct PlayerStatus: Sendable {
  /// What has been counted for a player.
  public struct Counts: Hashable, Sendable {
    /// Packets accepted.
    public var received: UInt64 = 0
    /// Packets accepted behind a newer one.
    public var late: UInt64 = 0
    /// Packets that never came.
    public var lost: UInt64 = 0
    /// Presses and releases taken.
    public var edges: UInt64 = 0
    /// Of these, those whose first packet was lost.
    public var recovered: UInt64 = 0
    /// Presses and releases that never came, or too late.
    public var skipped: UInt64 = 0
    /// Presses and releases that were shown for less than their time.
    public var hurried: UInt64 = 0
    /// Messages to local programs taken.
    public var messages: UInt64 = 0
    /// Messages to local programs given up: unreliable ones that came late, or when too many waited, and those that are
    /// too long.
    public var unread: UInt64 = 0

    /// All at zero.
    public init() {}
  }

  private static let delaysStart = 168 + 8 * Drop.count
  static let size = delaysStart + 4 * DelayCounts.count

  /// The player's slot.
  public var slot: PlayerSlot
  /// Whether the controller is playing, and not waited for.
  public var isConnected: Bool
  /// How its silence is seen: 0 live, 1 holding, 2 releasing, 3 released.
  public var stage: UInt8
  /// The battery in percent; nil when unknown.
  public var battery: UInt8?
  /// How the controller reaches the host.
  public var transport: GatewayHeader.Transport
  /// Where it speaks from; for a gateway's controller its connection and number.
  public var peer: PeerID
  /// The controller's own number at its address.
  public var token: UInt32
  /// The tilt as it was sent; nil when it sends none.
  public var rawTilt: Tilt?
  /// The tilt after smoothing; nil when it sends none.
  public var tilt: Tilt?
  /// What the pad shows.
  public var report: PadReport
  /// The smoothed deviation of the packets' transit time.
  public var jitter: Interval
  /// The time since the newest packet.
  public var silence: Interval
  /// What has been counted.
  public var counts: Counts
  /// What was dropped of this player's packets.
  public var drops: DropCounts
  /// How far its clock is ahead of the host's; nil when that is not known.
  public var clock: ClockOffset?
  /// How many packets were how long under way.
  public var delays: DelayCounts

  /// A player's status; see the properties.
  public init(
    slot: PlayerSlot, isConnected: Bool, stage: UInt8, battery: UInt8?,
    transport: GatewayHeader.Transport, peer: PeerID, token: UInt32, rawTilt: Tilt?, tilt: Tilt?,
    report: PadReport, jitter: Interval, silence: Interval, counts: Counts, drops: DropCounts,
    clock: ClockOffset? = nil, delays: DelayCounts = DelayCounts()
  ) {
    self.slot = slot
    self.isConnected = isConnected
    self.stage = stage
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
      let transport = GatewayHeader.Transport(rawValue: bytes[5])
    else { throw .reservedNotZero }
    let hasTilt = bytes[3] & 2 != 0
    self.init(
      slot: slot, isConnected: bytes[3] & 1 != 0, stage: bytes[2], battery: bytes[4] == 255 ? nil : bytes[4],
      transport: transport, peer: PeerID(parsing: bytes, transport), token: bytes.u32(at: 8),
      rawTilt: hasTilt ? Tilt(exactly: bytes, at: 36) : nil,
      tilt: hasTilt ? Tilt(exactly: bytes, at: 48) : nil,
      report: PadReport(parsing: bytes, at: 60),
      jitter: .microseconds(Int64(bytes.u32(at: 76))), silence: .microseconds(Int64(bytes.u32(at: 80))),
      counts: Counts(parsing: bytes, at: 84), drops: DropCounts(parsing: bytes, at: 168),
      clock: ClockOffset(parsing: bytes, at: 156, flags: bytes[3]),
      delays: DelayCounts(parsing: bytes, at: PlayerStatus.delaysStart))
  }

  /// Adds the status to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.player.rawValue)
    datagram.append(slot.number)
    datagram.append(stage)
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
