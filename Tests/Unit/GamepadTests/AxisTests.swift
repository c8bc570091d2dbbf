import Model
import Testing

@testable import Gamepad

/// The position of an axis between its ends.
@Suite struct AxisTests {
  /// Reports with all controls at rest, at the low end and at the high end.
  private static let reports = [
    PadReport.neutral,
    PadReport(
      buttons: [Buttons(.dpadLeft), Buttons(.dpadUp)], leftStick: Stick(x: -32768, y: -32768),
      rightStick: Stick(x: -32768, y: -32768)),
    PadReport(
      buttons: [Buttons(.dpadRight), Buttons(.dpadDown)], leftStick: Stick(x: 32767, y: 32767),
      rightStick: Stick(x: 32767, y: 32767), leftTrigger: 255, rightTrigger: 255),
  ]

  @Test(arguments: Identity.named.map(\.name))
  func `Each axis rests at 0 or in its middle, or pedals at the top, and reaches both ends`(word: String)
    throws
  {
    for axis in try IdentityTests.identity(word).axes where !axis.control.isSensed {
      let values = Self.reports.map(axis.value)
      switch axis.control {
      case .clutch, .brake, .gas: #expect(values == [255, 255, 0], "\(axis.code)")
      case .leftX where axis.minimum == 0: #expect(values == [32_768, 0, 65_535], "\(axis.code)")
      default: #expect(values == [0, axis.minimum, axis.maximum], "\(axis.code)")
      }
    }
  }

  @Test func `A trigger of the Xbox One pad is four times as fine, to the nearest step`() throws {
    let axis = try #require(Identity.xboxOne.axes.first { $0.control == .leftTrigger })
    for value in UInt8.min...UInt8.max {
      let exact = (Double(value) * 1_023 / 255).rounded()
      #expect(axis.value(in: PadReport(leftTrigger: value)) == Int32(exact))
    }
    #expect(axis.value(in: PadReport(buttons: Buttons(.leftTrigger))) == 1_023)
  }

  @Test func `A stick of any pad is as in the report, from the low end of its axis on`() {
    for axis in Identity.named.flatMap(\.identity.axes) where axis.control == .leftX {
      for x in Int16.min...Int16.max {
        let place = Int32(x) - Int32(Int16.min) + axis.minimum
        guard axis.value(in: PadReport(leftStick: Stick(x: x, y: 0))) != place else { continue }
        Issue.record("axis \(axis.code) at \(x)")
      }
    }
  }

  @Test(arguments: [(Int16(-32768), Int32(0)), (-32767, 1), (0, 32768), (32767, 65535)])
  func `An axis may begin at 0`(x: Int16, value: Int32) {
    let axis = Identity.Axis(code: 0, control: .leftX, minimum: 0, maximum: 65535)
    #expect(axis.value(in: PadReport(leftStick: Stick(x: x, y: 0))) == value)
  }

  @Test(arguments: [(Int16(-32768), Int32.min), (0, 32768), (32767, .max)])
  func `The widest axis does not overflow`(x: Int16, value: Int32) {
    let axis = Identity.Axis(code: 0, control: .leftX, minimum: .min, maximum: .max)
    #expect(axis.value(in: PadReport(leftStick: Stick(x: x, y: 0))) == value)
  }

  @Test(arguments: [
    (PadReport(leftStick: Stick(x: 5, y: 7)), [[8, 5]]),
    (PadReport(leftTrigger: 40, rightTrigger: 90), [[9, 90], [10, 40]]),
    (PadReport(rightStick: Stick(x: 1, y: 1)), []),
  ])
  func `A wheel steers by the left stick and has its pedals on the triggers`(
    report: PadReport, moves: [[Int32]]
  ) {
    #expect(Self.moves(of: .wheel, report) == moves)
  }

  @Test(arguments: [
    (PadReport(leftStick: Stick(x: 5, y: 7)), [[0, 5], [1, 7]]),
    (PadReport(rightStick: Stick(x: 3, y: 4)), [[5, 3]]),
    (PadReport(leftTrigger: 40, rightTrigger: 90), [[6, 90]]),
    (PadReport(buttons: [Buttons(.dpadUp), Buttons(.dpadRight)]), [[16, 1], [17, -1]]),
  ])
  func `A flight stick twists by the right stick and has its throttle on the right trigger`(
    report: PadReport, moves: [[Int32]]
  ) {
    #expect(Self.moves(of: .flightStick, report) == moves)
  }

  @Test(arguments: [
    (PadReport(leftStick: Stick(x: 5, y: 7)), [[0, 32_773]]),
    (PadReport(leftTrigger: 40, rightTrigger: 90), [[2, 165], [5, 215]]),
    (PadReport(rightStick: Stick(x: 3, y: 16_384)), [[1, 127]]),
    (PadReport(rightStick: Stick(x: 3, y: 32_767)), [[1, 0]]),
    (PadReport(rightStick: Stick(x: 3, y: -32_768)), [[1, 255]]),
    (PadReport(buttons: [Buttons(.leftTrigger), Buttons(.dpadUp)]), [[5, 0], [17, -1]]),
  ])
  func `A G29's pedals rest at 255, and the lower half of the right stick is the clutch`(
    report: PadReport, moves: [[Int32]]
  ) {
    #expect(Self.moves(of: .logitechG29, report) == moves)
  }

  /// Returns the code and the value of each axis that `report` moves from rest.
  private static func moves(of identity: Identity, _ report: PadReport) -> [[Int32]] {
    let batch = ReportEncoder(identity: identity).batch(for: report)
    return (0..<batch.count).map { batch[$0] }.filter { $0.type == 3 }.map { [Int32($0.code), $0.value] }
  }
}
