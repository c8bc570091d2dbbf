public import Model

/// The state of rest that a change of the profile waits for.
extension ControllerInput {
  /// Returns whether the controller holds no button, trigger or stick at `now`, and the pad shows no button
  /// and no finger; tilt does not count.
  ///
  /// Triggers and sticks count as released within a tenth of their way, because those of real pads seldom
  /// rest at zero. A pad that gets no input from its controller is at rest, whatever the player holds.
  public mutating func isAtRest(at now: Instant) -> Bool {
    if gate.isShut || stage(at: now) == .released { return true }
    guard queue.shown.union(queue.final) == [], !touch.isBusy else { return false }
    guard let state, !state.isNeutral else { return true }
    let sticks = state.sticks ?? ControllerState.Sticks()
    let axes = [sticks.left.x, sticks.left.y, sticks.right.x, sticks.right.y]
    return state.buttons == [] && max(state.leftTrigger, state.rightTrigger) < 26
      && axes.allSatisfy { $0.magnitude < 3_277 }
  }
}
