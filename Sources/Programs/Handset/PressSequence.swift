package import Model

/// A sequence of buttons, each pressed for a while.
package struct PressSequence: Hashable, Sendable {
  /// The time for which each button is down, and also the pause before the next button.
  package static let step = Interval.milliseconds(100)

  /// The buttons in the order of their presses.
  package let buttons: [Button]

  /// Creates a sequence that presses `buttons` in their order.
  package init(buttons: [Button]) { self.buttons = buttons }

  /// The duration of the whole sequence.
  package var length: Interval {
    Interval(nanoseconds: PressSequence.step.nanoseconds * 2 * Int64(buttons.count))
  }

  /// Returns the buttons that are down when `elapsed` has passed since the beginning.
  package func levels(at elapsed: Interval) -> Buttons {
    let index = stepIndex(at: elapsed)
    guard index >= 0, index % 2 == 0, index / 2 < buttons.count else { return [] }
    return Buttons(buttons[index / 2])
  }

  /// Returns the time from the beginning to the next press or release after `elapsed`; nil if there is none.
  package func nextChange(after elapsed: Interval) -> Interval? {
    let next = max(0, stepIndex(at: elapsed) + 1)
    guard next < 2 * buttons.count else { return nil }
    return Interval(nanoseconds: Int64(next) * PressSequence.step.nanoseconds)
  }

  /// Returns the index of the step when `elapsed` has passed since the beginning; −1 before it.
  private func stepIndex(at elapsed: Interval) -> Int {
    elapsed < .zero ? -1 : Int(elapsed.nanoseconds / PressSequence.step.nanoseconds)
  }
}
