import Model
import Testing

@testable import Motion

@Suite struct ShareTests {
  @Test func `A share of one changes nothing, and a smaller one makes axes and triggers smaller`() {
    let report = PadReport(
      buttons: Buttons(.a), leftStick: Stick(x: 1_000, y: -2_000), rightStick: Stick(x: -32_767, y: 32_767),
      leftTrigger: 255, rightTrigger: 9, battery: 50)
    #expect(report.scaled(by: 1) == report)
    let half = report.scaled(by: 0.5)
    #expect(half.buttons == Buttons(.a) && half.leftStick == Stick(x: 500, y: -1_000))
    #expect(half.rightStick == Stick(x: -16_383, y: 16_383))
    #expect(half.leftTrigger == 127 && half.rightTrigger == 4)
    #expect(report.scaled(by: 0).leftStick == .centre)
  }
}
