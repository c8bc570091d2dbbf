import Bridge
import Buzzer
import Model
import Wire

/// What is on stage: what local programs order.
extension Executor {
  /// Does what `order` says about modes and rounds.
  mutating func direct(_ order: LocalOrder, at now: Instant) -> LocalAnswer.Result {
    guard let order = Quiz.Order(order) else { return .notNow }
    return lead(order, at: now)
  }
}
