public import Model

/// The points and teams of all players, with a history for undo.
public struct Scores: Hashable, Sendable {
  /// The maximum number of changes that can be undone.
  static let historyLimit = 32

  private var points = [Int32](repeating: 0, count: PlayerSlot.limit)
  private var teams = [UInt8](repeating: 0, count: PlayerSlot.limit)
  private var history: [[Int32]] = []

  /// Creates scores without points or teams.
  public init() {}

  /// Returns the points of `slot`.
  public func points(of slot: PlayerSlot) -> Int32 { points[slot.index] }

  /// Returns the team of `slot`, 1 to 8, or 0 for none.
  public func team(of slot: PlayerSlot) -> UInt8 { teams[slot.index] }

  /// Gives each of `slots` `change` points; a sum that overflows leaves the player's points unchanged.
  mutating func add(_ change: Int32, to slots: PlayerSlots) {
    history.append(points)
    if history.count > Scores.historyLimit { history.removeFirst() }
    for slot in slots.each {
      let (sum, isTooMuch) = points[slot.index].addingReportingOverflow(change)
      points[slot.index] = isTooMuch ? points[slot.index] : sum
    }
  }

  /// Undoes the last change of points; returns false when the history is empty.
  mutating func undo() -> Bool {
    guard let former = history.popLast() else { return false }
    points = former
    return true
  }

  /// Puts `slot` into `team`; returns false when `team` is above 8.
  mutating func put(_ slot: PlayerSlot, into team: UInt8) -> Bool {
    guard team <= Team.limit else { return false }
    teams[slot.index] = team
    return true
  }

  /// Sets the points and team of `slot` for a new player; earlier changes can no longer be undone.
  mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8) {
    self.points[slot.index] = points
    teams[slot.index] = min(team, Team.limit)
    history = []
  }

  /// Clears all points and the history; teams stay.
  mutating func clear() {
    points = [Int32](repeating: 0, count: PlayerSlot.limit)
    history = []
  }
}
