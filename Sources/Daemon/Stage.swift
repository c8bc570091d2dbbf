import Bridge
import Buzzer
import Model
import Wire

/// What is on stage: what local programs order.
extension Executor {
  /// Does what `order` says about modes and rounds.
  mutating func direct(_ order: LocalOrder, at now: Instant) -> LocalAnswer.Result {
    if order.verb == .mode, let mode = Mode(rawValue: order.argument) {
      bridge.setMode(mode, for: order.player, at: now)
      return .done
    }
    guard let order = Quiz.Order(order) else { return .notNow }
    return lead(order, at: now)
  }

  /// Shows everybody who watches what is on stage, if it has changed.
  mutating func showStage(at now: Instant) {
    guard bridge.takeStageChange() else { return }
    followQuiz(at: now)
    var datagram = Datagram<640>()
    stageStatus().write(to: &datagram)
    datagram.withBytes { clients.tell($0, watching: .stage) }
  }

  func stageStatus() -> StageStatus {
    var stage = StageStatus(mode: bridge.mode)
    for slot in PlayerSlots.all.each where bridge.owner(of: slot) != nil {
      stage.players[slot.index].mode = bridge.mode(of: slot)
    }
    stage.take(bridge.quiz)
    return stage
  }
}
