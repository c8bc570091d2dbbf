public import Model

/// Everybody's points and teams, with a way back.
public struct Scores: Hashable, Sendable {
  /// So many changes can be taken back.
  static let historyLimit = 32

  private var points = [Int32](repeating: 0, count: PlayerSlot.limit)
  private var teams = [UInt8](repeating: 0, count: PlayerSlot.limit)
  private var history: [[Int32]] = []

  /// No points, no teams.
  public init() {}

  /// The points of `slot`.
  public func points(of slot: PlayerSlot) -> Int32 { points[slot.index] }

  /// The team of `slot`, 1 to 8; 0: none.
  public func team(of slot: PlayerSlot) -> UInt8 { teams[slot.index] }

  /// The points of all who are in `team`.
  public func points(ofTeam team: UInt8) -> Int32 {
    PlayerSlots.all.each.filter { teams[$0.index] == team }.reduce(0) { $0 &+ points[$1.index] }
  }

  /// Gives each of `slots` `change` points.
  mutating func add(_ change: Int32, to slots: PlayerSlots) {
    history.append(points)
    if history.count > Scores.historyLimit { history.removeFirst() }
    for slot in slots.each {
      let (sum, isTooMuch) = points[slot.index].addingReportingOverflow(change)
      points[slot.index] = isTooMuch ? points[slot.index] : sum
    }
  }

  /// Takes the last change back; false when there is none.
  mutating func undo() -> Bool {
    guard let former = history.popLast() else { return false }
    points = former
    return true
  }

  /// Puts `slot` into `team`; false when there is no such team.
  mutating func put(_ slot: PlayerSlot, into team: UInt8) -> Bool {
    guard team <= Team.limit else { return false }
    teams[slot.index] = team
    return true
  }

  /// Another player has `slot`, with these points: changes of before cannot be taken back any more.
  mutating func replace(_ slot: PlayerSlot, points: Int32, team: UInt8) {
    self.points[slot.index] = points
    teams[slot.index] = min(team, Team.limit)
    history = []
  }

  /// Everybody begins with nothing; teams stay.
  mutating func clear() {
    points = [Int32](repeating: 0, count: PlayerSlot.limit)
    history = []
  }
}
