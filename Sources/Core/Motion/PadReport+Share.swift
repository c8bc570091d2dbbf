import Model

extension PadReport {
  /// Returns the report with its axes and triggers scaled by `share`, 0…1.
  ///
  /// If `share` is below 1, the result has no motion, battery or touch; the caller sets them afterwards.
  func scaled(by share: Double) -> PadReport {
    guard share < 1 else { return self }
    func shrink(_ stick: Stick) -> Stick {
      Stick(x: Int16(Double(stick.x) * share), y: Int16(Double(stick.y) * share))
    }
    return PadReport(
      buttons: buttons, leftStick: shrink(leftStick), rightStick: shrink(rightStick),
      leftTrigger: UInt8(Double(leftTrigger) * share), rightTrigger: UInt8(Double(rightTrigger) * share))
  }
}
