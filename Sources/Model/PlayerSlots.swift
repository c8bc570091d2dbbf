/// Some of the players' places.
public struct PlayerSlots: OptionSet, Hashable, Sendable {
  /// Bit n stands for player n + 1.
  public let rawValue: UInt16

  /// The places whose bits are set.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The place `slot` alone.
  public init(_ slot: PlayerSlot) {
    self.init(rawValue: 1 << UInt16(slot.index))
  }

  /// Every place, taken or not.
  public static let all = PlayerSlots(rawValue: .max)

  /// The places one by one, the first player's first.
  public var each: [PlayerSlot] {
    (0..<PlayerSlot.limit).map { PlayerSlot(index: $0) }.filter { contains(PlayerSlots($0)) }
  }
}
