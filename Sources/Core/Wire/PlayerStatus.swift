public import Model

/// The status of one player, as the bridge sees it.
public struct PlayerStatus: Sendable {
  /// The player's slot.
  public var slot: PlayerSlot
  /// The address that the controller sends from.
  ///
  /// Behind a gateway, it is the gateway's connection and the controller's number.
  public var peer: PeerID
  /// The transport by which the controller reaches the host.
  public var transport: GatewayHeader.Transport
  /// True if the controller is connected; otherwise its slot is reserved for its return.
  public var isConnected = false
  /// The phase of the controller's silence.
  public var phase = SilencePhase.live
  /// The battery in percent; nil when unknown.
  public var battery: UInt8?
  /// The token that distinguishes the controller from others at its address.
  public var token: UInt32 = 0
  /// The tilt as it was received; nil if the controller sends none.
  public var rawTilt: Tilt?
  /// The tilt after smoothing; nil if the controller sends none.
  public var tilt: Tilt?
  /// The state of the pad.
  public var report = PadReport.neutral
  /// The interarrival jitter: the smoothed deviation of the packets' transit time (RFC 3550 §6.4.1).
  public var jitter = Interval.zero
  /// The time since the newest packet arrived.
  public var silence = Interval.zero
  /// The counts of packets, edges and messages.
  public var counts = PlayerCounts()
  /// The dropped packets of this player, by reason; those of a gateway's controller are not counted here.
  public var drops = DropCounts()
  /// The offset of the controller's clock, positive if that clock is ahead of the host's; nil when it is not known.
  public var clock: ClockOffset?
  /// A histogram of the packets' delays in the network, relative to the quickest one of the last 5 to 10 s.
  public var delays = DelayCounts()
  /// A histogram of the times on this machine, from a packet's arrival to the end of the write to the pad.
  public var handling = DelayCounts()
  /// The number of the pad's identity; 0 if the pad has none, or if the number is not known.
  public var identity: UInt8 = 0

  /// Creates the status of the player in `slot`, whose controller sends from `peer` by `transport`.
  public init(of slot: PlayerSlot, at peer: PeerID, by transport: GatewayHeader.Transport) {
    (self.slot, self.peer, self.transport) = (slot, peer, transport)
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard let slot = PlayerSlot(number: Int(bytes[1])) else { throw .reservedNotZero }
    self.init(of: slot, at: .gateway(connection: 0, controller: 0), by: .other)
    var (walk, hasController) = (StatusFrameWalk(), false)
    while let (frame, body) = try walk.frame(of: bytes) {
      if frame == .controller { hasController = true }
      try read(frame, bytes.extracting(body))
    }
    guard hasController else { throw .empty }
  }

  private mutating func read(_ frame: StatusFrame, _ body: Span<UInt8>) throws(Drop) {
    switch frame {
    case .controller: try readController(body)
    case .times:
      jitter = .microseconds(Int64(body.u32(at: 0)))
      silence = .microseconds(Int64(body.u32(at: 4)))
    case .tilt: (rawTilt, tilt) = (Tilt(exactly: body, at: 0), Tilt(exactly: body, at: 12))
    case .pad: report = PadReport(parsing: body)
    case .counts: counts = PlayerCounts(parsing: body)
    case .drops: drops = DropCounts(parsing: body)
    case .clock: clock = ClockOffset(parsing: body)
    case .delays: delays = DelayCounts(parsing: body)
    case .handling: handling = DelayCounts(parsing: body)
    case .identity: identity = body[0]
    case .bridge, .room, .round, .presses, .place, .apps, .shares: break
    }
  }

  private mutating func readController(_ body: Span<UInt8>) throws(Drop) {
    guard let phase = SilencePhase(rawValue: body[1]),
      let transport = GatewayHeader.Transport(rawValue: body[3])
    else { throw .reservedNotZero }
    (isConnected, self.phase, self.transport) = (body[0] & 1 == 1, phase, transport)
    battery = body[2] == 255 ? nil : body[2]
    token = body.u32(at: 4)
    peer = PeerID(parsing: body, at: 8, transport)
  }

  /// Appends the message to `datagram`.
  public func write(to datagram: inout LocalDatagram) {
    datagram.append(LocalMessageKind.player.rawValue)
    datagram.append(slot.number)
    datagram.append(.controller) { writeController(to: &$0) }
    datagram.append(.times) { datagram in
      datagram.append(UInt32(clamping: jitter.microseconds))
      datagram.append(UInt32(clamping: silence.microseconds))
    }
    if let rawTilt {
      datagram.append(.tilt) { datagram in
        rawTilt.writeExactly(to: &datagram)
        (tilt ?? .zero).writeExactly(to: &datagram)
      }
    }
    datagram.append(.pad) { report.write(to: &$0) }
    datagram.append(.counts) { counts.write(to: &$0) }
    datagram.append(.drops) { drops.write(to: &$0) }
    if let clock { datagram.append(.clock) { clock.write(to: &$0) } }
    datagram.append(.delays) { delays.write(to: &$0) }
    datagram.append(.handling) { handling.write(to: &$0) }
    if identity != 0 { datagram.append(.identity) { $0.append(identity) } }
  }

  private func writeController(to datagram: inout LocalDatagram) {
    datagram.append(UInt8(isConnected ? 1 : 0))
    datagram.append(phase.rawValue)
    datagram.append(battery ?? 255)
    datagram.append(transport.rawValue)
    datagram.append(token)
    peer.write(to: &datagram)
  }
}
