public import Model

/// The messages of the bridge to a local program that watches.
public enum StatusPacket: Sendable {
  /// The status of the host; the statuses of its players follow.
  case host(HostStatus)
  /// The status of one player.
  case player(PlayerStatus)
  /// An accepted packet of a player, whose frames start at ``TraceHeader/size``.
  case trace(TraceHeader)
  /// The status of a controller with an encrypted session.
  case peer(PeerStatus)
  /// The answer to an order.
  case answer(LocalAnswer)
  /// A message from a player's program, whose bytes start at ``LocalMessage/size``.
  case message(LocalMessage)
  /// The outcome of a message to players.
  case delivery(LocalDelivery)
  /// The status of the stage.
  case stage(StageStatus)

  /// Decodes the message in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count >= TraceHeader.size else { throw .tooShort }
    switch LocalPacket.Kind(rawValue: bytes[0]) {
    case .host: self = .host(try HostStatus(parsing: bytes))
    case .player: self = .player(try PlayerStatus(parsing: bytes))
    case .trace: self = .trace(try TraceHeader(parsing: bytes))
    case .peer: self = .peer(try PeerStatus(parsing: bytes))
    case .answer: self = .answer(try LocalAnswer(parsing: bytes))
    case .message: self = .message(try LocalMessage(parsing: bytes))
    case .delivery: self = .delivery(try LocalDelivery(parsing: bytes))
    case .stage: self = .stage(try StageStatus(parsing: bytes))
    default: throw .unknownType
    }
  }
}

/// The status of the host as a whole.
public struct HostStatus: Sendable {
  static let size = 24 + 8 * Drop.count

  /// The limit of players.
  public var limit: UInt8
  /// The number of players.
  public var players: UInt8
  /// Whether the pads are devices of the kernel.
  public var hasKernelPads: Bool
  /// The policy of admission.
  public var policy: AdmissionPolicy
  /// The time for which the bridge has been running.
  public var uptime: Interval
  /// The number of reports written to pads.
  public var reports: UInt64
  /// The dropped datagrams of all senders, by reason.
  public var drops: DropCounts
  /// The number of datagrams that the kernel dropped before the bridge saw them, for size, type or lack of room; wraps at 2³².
  public var dropsInKernel: UInt32

  /// Creates a host's status.
  public init(
    limit: UInt8, players: UInt8, hasKernelPads: Bool, uptime: Interval, reports: UInt64, drops: DropCounts,
    dropsInKernel: UInt32 = 0, policy: AdmissionPolicy = .open
  ) {
    self.limit = limit
    self.players = players
    self.hasKernelPads = hasKernelPads
    self.dropsInKernel = dropsInKernel
    self.policy = policy
    self.uptime = uptime
    self.reports = reports
    self.drops = drops
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count == HostStatus.size else { throw bytes.count < HostStatus.size ? .tooShort : .tooLong }
    guard let policy = AdmissionPolicy(rawValue: bytes[3] >> 1) else { throw .reservedNotZero }
    self.init(
      limit: bytes[1], players: bytes[2], hasKernelPads: bytes[3] & 1 == 1,
      uptime: Interval(nanoseconds: Int64(bitPattern: bytes.u64(at: 8))), reports: bytes.u64(at: 16),
      drops: DropCounts(parsing: bytes, at: 24), dropsInKernel: bytes.u32(at: 4), policy: policy)
  }

  /// Appends the status to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.host.rawValue)
    datagram.append(limit)
    datagram.append(players)
    datagram.append(UInt8(hasKernelPads ? 1 : 0) | policy.rawValue << 1)
    datagram.append(dropsInKernel)
    datagram.append(uptime.nanoseconds)
    datagram.append(reports)
    drops.write(to: &datagram)
  }
}

/// The header in front of the frames of a traced packet.
public struct TraceHeader: Hashable, Sendable {
  /// The header's size in bytes; the frames follow.
  public static let size = 16

  /// The slot of the player that sent the packet.
  public var slot: PlayerSlot
  /// The arrival time of the packet, on the host's monotonic clock.
  public var received: Instant

  /// Creates a header.
  public init(slot: PlayerSlot, received: Instant) {
    self.slot = slot
    self.received = received
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard let slot = PlayerSlot(number: Int(bytes[1])), bytes.u16(at: 2) == 0, bytes.u32(at: 4) == 0
    else { throw .reservedNotZero }
    self.init(slot: slot, received: Instant(nanoseconds: Int64(bitPattern: bytes.u64(at: 8))))
  }

  /// Appends the header to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.trace.rawValue)
    datagram.append(slot.number)
    datagram.append(UInt16(0))
    datagram.append(UInt32(0))
    datagram.append(received.nanoseconds)
  }
}
