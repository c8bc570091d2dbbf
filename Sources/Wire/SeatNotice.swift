public import Model

/// What became of a gateway's controller: whether it has a slot, and if not why (docs/protocol.md, "The local socket").
public struct SeatNotice: Hashable, Sendable {
  /// The message's size.
  public static let size = 8

  /// The controller's number, as the gateway has chosen it.
  public var controller: UInt32
  /// Its slot; nil without one.
  public var slot: PlayerSlot?
  /// Why it has none; none when it has left by itself.
  public var refusal: Refusal
  /// The most players at once.
  public var limit: UInt8

  /// The notice that `controller` has `slot`, or none because of `refusal`.
  public init(controller: UInt32, slot: PlayerSlot?, refusal: Refusal = .none, limit: UInt8) {
    (self.controller, self.slot, self.refusal, self.limit) = (controller, slot, refusal, limit)
  }

  /// The notice in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Malformed) {
    guard bytes.count >= SeatNotice.size else { throw .tooShort }
    guard bytes[0] == LocalPacket.Kind.seat.rawValue else { throw .unknownType }
    guard bytes.count == SeatNotice.size else { throw .tooLong }
    guard let refusal = Refusal(rawValue: bytes[2]), bytes[1] <= PlayerSlot.limit else {
      throw .reservedNotZero
    }
    self.init(
      controller: bytes.u32(at: 4), slot: PlayerSlot(number: Int(bytes[1])), refusal: refusal, limit: bytes[3]
    )
  }

  /// Adds the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalPacket.Kind.seat.rawValue)
    datagram.append(slot?.number ?? 0)
    datagram.append(refusal.rawValue)
    datagram.append(limit)
    datagram.append(controller)
  }
}
