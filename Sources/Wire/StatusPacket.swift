public import Model

/// What the bridge tells a local program that watches.
public enum StatusPacket: Sendable {
  /// The host as a whole; the players that follow belong to it.
  case host(HostStatus)
  /// One player.
  case player(PlayerStatus)
  /// An accepted packet of a player, whose frames start at ``TraceHeader/size``.
  case trace(TraceHeader)
  /// How a controller with an encrypted session is.
  case peer(PeerStatus)
  /// What came of an order.
  case answer(LocalAnswer)
  /// A message of a player's program, whose bytes start at ``LocalMessage/size``.
  case message(LocalMessage)
  /// What has become of a message.
  case delivery(LocalDelivery)
  /// What is on stage.
  case stage(StageStatus)

  /// The message in `bytes`, as the bridge sends it.
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

/// The host as a whole.
public struct HostStatus: Sendable {
  static let size = 24 + 8 * Drop.count

  /// The most players.
  public var limit: UInt8
  /// How many players there are.
  public var players: UInt8
  /// Whether the pads are real ones of the kernel's.
  public var hasKernelPads: Bool
  /// Who gets a slot, in the numbers of the order: 0 every paired device, 1 whom a person lets in, 2 nobody new.
  public var policy: UInt8
  /// Since when the bridge runs.
  public var uptime: Interval
  /// Reports written to pads.
  public var reports: UInt64
  /// Everything dropped, whoever sent it.
  public var drops: DropCounts
  /// What the kernel has dropped before the bridge has seen it, of a wrong size or type or when there was no room; goes round at 2³².
  public var dropsInKernel: UInt32

  /// A host's status.
  public init(
    limit: UInt8, players: UInt8, hasKernelPads: Bool, uptime: Interval, reports: UInt64, drops: DropCounts,
    dropsInKernel: UInt32 = 0, policy: UInt8 = 0
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
    guard bytes[3] >> 1 < 3 else { throw .reservedNotZero }
    self.init(
      limit: bytes[1], players: bytes[2], hasKernelPads: bytes[3] & 1 == 1,
      uptime: Interval(nanoseconds: Int64(bitPattern: bytes.u64(at: 8))), reports: bytes.u64(at: 16),
      drops: DropCounts(parsing: bytes, at: 24), dropsInKernel: bytes.u32(at: 4), policy: bytes[3] >> 1)
  }

  /// Adds the status to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.host.rawValue)
    datagram.append(limit)
    datagram.append(players)
    datagram.append(UInt8(hasKernelPads ? 1 : 0) | policy << 1)
    datagram.append(dropsInKernel)
    datagram.append(uptime.nanoseconds)
    datagram.append(reports)
    drops.write(to: &datagram)
  }
}

/// What precedes the frames of a traced packet.
public struct TraceHeader: Hashable, Sendable {
  /// The header's size; the frames follow.
  public static let size = 16

  /// Whose packet it is.
  public var slot: PlayerSlot
  /// When it arrived.
  public var received: Instant

  /// A header.
  public init(slot: PlayerSlot, received: Instant) {
    self.slot = slot
    self.received = received
  }

  init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard let slot = PlayerSlot(number: Int(bytes[1])), bytes.u16(at: 2) == 0, bytes.u32(at: 4) == 0
    else { throw .reservedNotZero }
    self.init(slot: slot, received: Instant(nanoseconds: Int64(bitPattern: bytes.u64(at: 8))))
  }

  /// Adds the header to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.trace.rawValue)
    datagram.append(slot.number)
    datagram.append(UInt16(0))
    datagram.append(UInt32(0))
    datagram.append(received.nanoseconds)
  }
}
