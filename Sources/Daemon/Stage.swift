import Bridge
import Buzzer
import Model
import Room
import Venue
import Wire

/// The stage in the daemon: the orders of local programs, and the status for watchers.
extension Executor {
  /// Executes an order about modes, teams and rounds.
  mutating func direct(_ order: StageOrder, at now: Instant) -> LocalAnswer.Result {
    switch order {
    case .mode(let mode, let player): setMode(mode, of: player, at: now)
    case .choose(let team, let player): chooseTeam(team, of: player, at: now)
    default: Quiz.Order(order).map { lead($0, at: now) } ?? .notNow
    }
  }

  private mutating func setMode(_ mode: Mode, of player: PlayerSlot?, at now: Instant) -> LocalAnswer.Result {
    if let player, venue.room.mode(of: player) == nil { return .nobody }
    return venue.room.setMode(mode, for: player, at: now) ? .done : .notNow
  }

  private mutating func chooseTeam(_ team: UInt8, of player: PlayerSlot, at now: Instant)
    -> LocalAnswer.Result
  {
    guard venue.room.mode(of: player) != nil else { return .nobody }
    return venue.room.chooseTeam(team, of: player, at: now) ? .done : .notNow
  }

  /// Returns the status of the stage.
  func stageStatus() -> StageStatus {
    var status = StageStatus(mode: venue.room.mode)
    for index in status.players.indices {
      status.players[index].mode = venue.room.mode(of: PlayerSlot(index: index))
    }
    status.take(venue.room.quiz)
    return status
  }

  /// Sends the status of the stage to its watchers, if the stage has changed.
  mutating func passStage(at now: Instant) {
    // Keys go up without a change that anybody is told of.
    moveKeys()
    guard venue.room.popChange() else { return }
    followQuiz(at: now)
    clients.keep(stageStatus())
    clients.tellStage()
  }

  /// Sends the status of the stage to the program at connection `index`, as of its last change.
  mutating func sendStage(to index: Int) {
    if !clients.hasStage { clients.keep(stageStatus()) }
    clients.sendStage(to: index)
  }
}
