/// A set of player slots.
public struct PlayerSlots: OptionSet, Hashable, Sendable {
  /// The bits of the set: bit n stands for player n + 1.
  public let rawValue: UInt16

  /// Creates the set of the slots whose bits are set.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Creates the set of `slot` alone.
  public init(_ slot: PlayerSlot) {
    self.init(rawValue: 1 << UInt16(slot.index))
  }

  /// All slots, free or taken.
  public static let all = PlayerSlots(rawValue: .max)

  /// The slots of the set in ascending order.
  public var each: [PlayerSlot] {
    (0..<PlayerSlot.limit).map { PlayerSlot(index: $0) }.filter { contains(PlayerSlots($0)) }
  }
}
