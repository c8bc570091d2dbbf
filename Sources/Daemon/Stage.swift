import Bridge
import Buzzer
import Model
import Wire

/// What is on stage: what local programs order, and what they are told.
extension Executor {
  /// Does what `order` says about modes and rounds.
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

  /// How the stage is now.
  func stageStatus() -> StageStatus {
    var status = StageStatus(mode: bridge.mode)
    for index in status.players.indices {
      status.players[index].mode = bridge.mode(of: PlayerSlot(index: index))
    }
    status.take(bridge.quiz)
    return status
  }

  /// Tells those who watch the stage how it is, if that has changed.
  mutating func passStage(at now: Instant) {
    guard bridge.takeStageChange() else { return }
    followQuiz(at: now)
    withStage { bytes in clients.tell(bytes, watching: .stage) }
  }

  /// Tells the program at connection `index` how the stage is.
  func sendStage(to index: Int) {
    withStage { bytes in clients.send(bytes, to: index) }
  }

  private func withStage(_ body: (Span<UInt8>) -> Void) {
    var datagram = Datagram<640>()
    stageStatus().write(to: &datagram)
    datagram.withBytes(body)
  }
}
