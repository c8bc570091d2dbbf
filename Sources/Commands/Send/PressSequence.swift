import Model

/// Buttons that are pressed one after another, each for a while.
struct PressSequence: Hashable, Sendable {
  /// How long each button is down, and then up.
  static let step = Interval.milliseconds(100)

  /// The buttons, in their order.
  let buttons: [Button]

  /// How long all of them take.
  var length: Interval { Interval(nanoseconds: PressSequence.step.nanoseconds * 2 * Int64(buttons.count)) }

  /// The buttons that are down `elapsed` after the beginning.
  func levels(at elapsed: Interval) -> Buttons {
    let index = stepIndex(at: elapsed)
    guard index >= 0, index % 2 == 0, index / 2 < buttons.count else { return [] }
    return Buttons(buttons[index / 2])
  }

  /// How long after the beginning the next press or release is, later than `elapsed`; nil when there is none.
  func nextChange(after elapsed: Interval) -> Interval? {
    let next = max(0, stepIndex(at: elapsed) + 1)
    guard next < 2 * buttons.count else { return nil }
    return Interval(nanoseconds: Int64(next) * PressSequence.step.nanoseconds)
  }

  /// How many steps are over, one less before the beginning.
  private func stepIndex(at elapsed: Interval) -> Int {
    elapsed < .zero ? -1 : Int(elapsed.nanoseconds / PressSequence.step.nanoseconds)
  }
}
