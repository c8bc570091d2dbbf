package import Model

/// Buttons that are pressed one after another, each for a while.
package struct PressSequence: Hashable, Sendable {
  /// The time for which each button is down, and the time for which it is up before the next.
  package static let step = Interval.milliseconds(100)

  /// The buttons in the order of their presses.
  package let buttons: [Button]

  /// Creates a sequence that presses `buttons` in their order.
  package init(buttons: [Button]) { self.buttons = buttons }

  /// The time that the whole sequence takes.
  package var length: Interval {
    Interval(nanoseconds: PressSequence.step.nanoseconds * 2 * Int64(buttons.count))
  }

  /// Returns the buttons that are down at the time `elapsed` since the beginning.
  package func levels(at elapsed: Interval) -> Buttons {
    let index = stepIndex(at: elapsed)
    guard index >= 0, index % 2 == 0, index / 2 < buttons.count else { return [] }
    return Buttons(buttons[index / 2])
  }

  /// Returns the time of the next press or release after `elapsed`, since the beginning; nil when there is none.
  package func nextChange(after elapsed: Interval) -> Interval? {
    let next = max(0, stepIndex(at: elapsed) + 1)
    guard next < 2 * buttons.count else { return nil }
    return Interval(nanoseconds: Int64(next) * PressSequence.step.nanoseconds)
  }

  /// Returns the index of the step at the time `elapsed`; −1 before the beginning.
  private func stepIndex(at elapsed: Interval) -> Int {
    elapsed < .zero ? -1 : Int(elapsed.nanoseconds / PressSequence.step.nanoseconds)
  }
}
