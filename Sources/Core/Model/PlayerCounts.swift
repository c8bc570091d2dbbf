/// The counts of a player's packets, edges and messages.
public struct PlayerCounts: Hashable, Sendable {
  /// The packets that were accepted.
  public var received: UInt64 = 0
  /// The packets that were accepted although a newer packet had already arrived.
  public var late: UInt64 = 0
  /// The packets that never arrived.
  public var lost: UInt64 = 0
  /// The presses and releases that were accepted.
  public var edges: UInt64 = 0
  /// The presses and releases that were accepted although their first packet was lost.
  public var recovered: UInt64 = 0
  /// The presses and releases that were lost, or arrived too late to be shown individually.
  public var skipped: UInt64 = 0
  /// The presses and releases that the pad showed for less than the minimum time.
  public var hurried: UInt64 = 0
  /// The messages to local programs that were accepted.
  public var messages: UInt64 = 0
  /// The messages to local programs that were dropped.
  ///
  /// These are unreliable messages in late packets, and reliable messages that are too long.
  public var unread: UInt64 = 0

  /// The counts and their names, in the order of their numbers on the wire.
  public static let fields: [(name: String, path: any WritableKeyPath<PlayerCounts, UInt64> & Sendable)] = [
    ("received", \.received), ("late", \.late), ("lost", \.lost), ("edges", \.edges),
    ("recovered", \.recovered), ("skipped", \.skipped), ("hurried", \.hurried), ("messages", \.messages),
    ("unread", \.unread),
  ]

  /// Creates counts at zero.
  public init() {}

  /// Adds two sets of counts, field by field.
  public static func + (left: PlayerCounts, right: PlayerCounts) -> PlayerCounts {
    var sums = left
    for (_, path) in fields { sums[keyPath: path] += right[keyPath: path] }
    return sums
  }
}
