public import Model

/// The messages from the bridge to programs and gateways that watch or give orders.
public enum StatusPacket: Sendable {
  /// The status of the host; the statuses of its players follow.
  case host(HostStatus)
  /// The status of one player.
  case player(PlayerStatus)
  /// A player's accepted packet, whose frames start at ``TraceHeader/size``.
  case trace(TraceHeader)
  /// The status of a controller that has an encrypted session or needs permission.
  case peer(PeerStatus)
  /// The answer to an order.
  case answer(LocalAnswer)
  /// A message from a player's program, whose bytes start at ``LocalMessage/size``.
  case message(LocalMessage)
  /// The outcome of a message to players.
  case delivery(LocalDelivery)
  /// The status of the stage.
  case stage(StageStatus)
  /// The report of a player's pad.
  case report(PadStatus)
  /// A notice about settings.
  case setting(SettingNotice)
  /// A status in the format of the given version, which this program cannot read.
  case otherVersion(UInt8)

  /// Decodes the message in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType`, `reservedNotZero`, `frameTruncated`, or `empty` if the
  ///   frame that a status needs is missing.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= StatusFrameWalk.start else { throw .tooShort }
    switch LocalMessageKind(rawValue: bytes[0]) {
    case .host where bytes[1] != Watch.currentVersion: self = .otherVersion(bytes[1])
    case .host: try self.init(host: bytes)
    case .player: self = .player(try PlayerStatus(parsing: bytes))
    case .trace: self = .trace(try TraceHeader(parsing: bytes))
    case .peer: self = .peer(try PeerStatus(parsing: bytes))
    case .answer: self = .answer(try LocalAnswer(parsing: bytes))
    case .message: self = .message(try LocalMessage(parsing: bytes))
    case .delivery: self = .delivery(try LocalDelivery(parsing: bytes))
    case .report: self = .report(try PadStatus(parsing: bytes))
    case .setting: self = .setting(try SettingNotice(parsing: bytes))
    default: throw .unknownType
    }
  }

  /// Decodes a HOST message, which is about the stage or about the host itself.
  private init(host bytes: Span<UInt8>) throws(Drop) {
    if let stage = try StageStatus(parsing: bytes) {
      self = .stage(stage)
    } else if let host = try HostStatus(parsing: bytes) {
      self = .host(host)
    } else {
      throw .empty
    }
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

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= TraceHeader.size else { throw .tooShort }
    guard let slot = PlayerSlot(number: Int(bytes[1])), bytes.u16(at: 2) == 0, bytes.u32(at: 4) == 0
    else { throw .reservedNotZero }
    self.init(slot: slot, received: Instant(nanoseconds: Int64(bitPattern: bytes.u64(at: 8))))
  }

  /// Appends the header to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.trace.rawValue)
    datagram.append(slot.number)
    datagram.append(UInt16(0))
    datagram.append(UInt32(0))
    datagram.append(received.nanoseconds)
  }
}
