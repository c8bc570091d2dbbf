public import Model

/// The header of a message between a local program and the players' programs, in either direction.
///
/// Source: docs/protocol.md, "The local socket".
public struct LocalMessage: Hashable, Sendable {
  /// The header's size in bytes; the payload follows.
  public static let size = 16

  /// The player that the message comes from, or the players that it goes to; never empty.
  public var slots: PlayerSlots
  /// The channel of the message, whose meaning the programs at both ends agree on.
  public var channel: UInt8
  /// True if the message is repeated until it arrives, in order; an unreliable message may be lost.
  public var isReliable: Bool
  /// A number that the answer repeats; 0 in a message from a player.
  public var number: UInt32
  /// The range of the payload in the packet's bytes.
  public var payload: Range<Int>

  /// Creates a message whose bytes are at `payload`.
  public init(
    slots: PlayerSlots, channel: UInt8, isReliable: Bool, number: UInt32 = 0,
    payload: Range<Int> = LocalMessage.size..<LocalMessage.size
  ) {
    (self.slots, self.channel, self.isReliable) = (slots, channel, isReliable)
    (self.number, self.payload) = (number, payload)
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= LocalMessage.size else { throw .tooShort }
    let end = LocalMessage.size + Int(bytes[3])
    let slots = PlayerSlots(rawValue: bytes.u16(at: 8))
    guard bytes[1] <= 1, bytes[3] <= Message.longest, !slots.isEmpty, bytes.u16(at: 10) == 0,
      bytes.u32(at: 12) == 0
    else { throw .reservedNotZero }
    guard bytes.count == end else { throw bytes.count < end ? .tooShort : .tooLong }
    self.init(
      slots: slots, channel: bytes[2], isReliable: bytes[1] == 1, number: bytes.u32(at: 4),
      payload: LocalMessage.size..<end)
  }

  /// Appends the header and the bytes of `payload` to `datagram`; the range in ``payload`` is not used.
  ///
  /// - Precondition: `payload` has at most ``Message/longest`` bytes.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>, payload: Span<UInt8>) {
    datagram.append(LocalMessageKind.message.rawValue)
    datagram.append(UInt8(isReliable ? 1 : 0))
    datagram.append(channel)
    datagram.append(UInt8(payload.count))
    datagram.append(number)
    datagram.append(slots.rawValue)
    datagram.append(UInt16(0))
    datagram.append(UInt32(0))
    datagram.append(contentsOf: payload)
  }
}

/// The outcome of a local program's message: each addressed player is in exactly one of four sets.
public struct LocalDelivery: Hashable, Sendable {
  /// The message's size in bytes.
  public static let size = 16

  /// The number of the program's message.
  public var number: UInt32
  /// The players that the message is sent to.
  public var taken: PlayerSlots
  /// The players that are absent, or whose controllers do not read what the host sends.
  public var nobody: PlayerSlots
  /// The players that are away while their slots are reserved.
  public var away: PlayerSlots
  /// The players for whom too many messages are already queued.
  public var tooMany: PlayerSlots

  /// Creates the outcome of message `number`.
  public init(
    number: UInt32, taken: PlayerSlots, nobody: PlayerSlots = [], away: PlayerSlots = [],
    tooMany: PlayerSlots = []
  ) {
    (self.number, self.taken, self.nobody) = (number, taken, nobody)
    (self.away, self.tooMany) = (away, tooMany)
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count == LocalDelivery.size else {
      throw bytes.count < LocalDelivery.size ? .tooShort : .tooLong
    }
    guard bytes.u32(at: 0) >> 8 == 0 else { throw .reservedNotZero }
    self.init(
      number: bytes.u32(at: 4), taken: PlayerSlots(rawValue: bytes.u16(at: 8)),
      nobody: PlayerSlots(rawValue: bytes.u16(at: 10)), away: PlayerSlots(rawValue: bytes.u16(at: 12)),
      tooMany: PlayerSlots(rawValue: bytes.u16(at: 14)))
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(UInt32(LocalMessageKind.delivery.rawValue))
    datagram.append(number)
    for slots in [taken, nobody, away, tooMany] { datagram.append(slots.rawValue) }
  }
}
