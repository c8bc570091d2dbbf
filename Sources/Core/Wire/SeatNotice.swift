public import Model

/// A notice to a gateway about the slot of a controller, or the reason why it has none.
///
/// Source: docs/protocol.md, "The local socket".
public struct SeatNotice: Hashable, Sendable {
  /// The message's size in bytes.
  public static let size = 8

  /// The controller's number, which the gateway has chosen.
  public var controller: UInt32
  /// The controller's slot; nil if it has none.
  public var slot: PlayerSlot?
  /// The reason why the controller has no slot; ``Refusal/none`` if it has a slot or has left on its own.
  public var refusal: Refusal
  /// The maximum number of players.
  public var limit: UInt8

  /// Creates the notice that `controller` has `slot`, or has none because of `refusal`.
  public init(controller: UInt32, slot: PlayerSlot?, refusal: Refusal = .none, limit: UInt8) {
    (self.controller, self.slot, self.refusal, self.limit) = (controller, slot, refusal, limit)
  }

  /// Decodes the notice in `bytes`, as the bridge sends it.
  ///
  /// - Throws: `tooShort`, `tooLong`, `unknownType` or `reservedNotZero`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try bytes.check(type: LocalMessageKind.seat.rawValue, size: SeatNotice.size)
    guard let refusal = Refusal(rawValue: bytes[2]), bytes[1] <= PlayerSlot.limit else {
      throw .reservedNotZero
    }
    self.init(
      controller: bytes.u32(at: 4), slot: PlayerSlot(number: Int(bytes[1])), refusal: refusal, limit: bytes[3]
    )
  }

  /// Appends the message to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.seat.rawValue)
    datagram.append(slot?.number ?? 0)
    datagram.append(refusal.rawValue)
    datagram.append(limit)
    datagram.append(controller)
  }
}
