import Bridge
import Buzzer
import Model
import Wire

/// The stage in the daemon: the orders of local programs, and the status for watchers.
extension Executor {
  /// Executes an order about modes, teams and rounds.
  mutating func direct(_ order: LocalOrder, at now: Instant) -> LocalAnswer.Result {
    switch order.verb {
    case .mode: setMode(order, at: now)
    case .choose: chooseTeam(order, at: now)
    default: Quiz.Order(order).map { lead($0, at: now) } ?? .notNow
    }
  }

  private mutating func setMode(_ order: LocalOrder, at now: Instant) -> LocalAnswer.Result {
    guard let mode = Mode(rawValue: order.argument) else { return .notNow }
    return bridge.setMode(mode, for: order.player, at: now) ? .done : .nobody
  }

  private mutating func chooseTeam(_ order: LocalOrder, at now: Instant) -> LocalAnswer.Result {
    guard let player = order.player, bridge.mode(of: player) != nil else { return .nobody }
    return bridge.chooseTeam(order.argument, of: player, at: now) ? .done : .notNow
  }

  /// Returns the status of the stage.
  func stageStatus() -> StageStatus {
    var status = StageStatus(mode: bridge.mode)
    for index in status.players.indices {
      status.players[index].mode = bridge.mode(of: PlayerSlot(index: index))
    }
    status.take(bridge.quiz)
    return status
  }

  /// Sends the status of the stage to its watchers, if the stage has changed.
  mutating func passStage(at now: Instant) {
    guard bridge.takeStageChange() else { return }
    followQuiz(at: now)
    withStage { bytes in clients.tell(bytes, watching: .stage) }
  }

  /// Sends the status of the stage to the program at connection `index`.
  func sendStage(to index: Int) {
    withStage { bytes in clients.send(bytes, to: index) }
  }

  private func withStage(_ body: (Span<UInt8>) -> Void) {
    var datagram = Datagram<640>()
    stageStatus().write(to: &datagram)
    datagram.withBytes(body)
  }
}
