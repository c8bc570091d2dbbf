import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct PostureTests {
  @Test func `An angle is that of the point, in every direction`() {
    for degrees in stride(from: -179.5, through: 180, by: 0.5) {
      let radians = degrees * .pi / 180
      let (x, y) = (cosine(radians), cosine(radians - .pi / 2))
      let difference = (Angle(y: 3 * y, x: 3 * x) - Angle(radians: radians)).radians
      #expect(difference.magnitude < 1e-7, "\(degrees)")
    }
    #expect(Angle(y: 0, x: 0) == .zero)
  }

  /// Returns the cosine by its series, within 10⁻¹².
  private func cosine(_ radians: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for step in 1...20 {
      term *= -radians * radians / Double((2 * step - 1) * 2 * step)
      sum += term
    }
    return sum
  }

  @Test(
    arguments: [
      (MotionVector(y: 4_096), 0, 0), (MotionVector(x: -4_096), 90, 0), (MotionVector(x: 4_096), -90, 0),
      (MotionVector(y: 2_896, z: -2_896), 0, 45), (MotionVector(x: -2_896, y: 2_896), 45, 0),
    ] as [(MotionVector, Double, Double)])
  func `Gravity tells roll and pitch`(_ up: MotionVector, _ roll: Double, _ pitch: Double) {
    let tilt = Tilt(against: up)
    #expect((tilt.roll.radians * 180 / .pi - roll).magnitude < 0.01)
    #expect((tilt.pitch.radians * 180 / .pi - pitch).magnitude < 0.01)
    #expect(tilt.yaw == .zero)
  }

  @Test func `The roll fades to rest where a controller lies flat, without a jump`() {
    /// Returns the roll in degrees of a controller that leans by `lean` degrees from flat, turned by `part` degrees.
    func roll(_ lean: Double, _ part: Double) -> Double {
      let up = (cosine(lean * .pi / 180), cosine((90 - lean) * .pi / 180))
      let reading = MotionVector(
        x: Int16(-4_096 * up.1 * cosine((90 - part) * .pi / 180)),
        y: Int16(4_096 * up.1 * cosine(part * .pi / 180)),
        z: Int16(4_096 * up.0))
      return Tilt(against: reading).roll.radians * 180 / .pi
    }
    #expect(Tilt(against: MotionVector(x: 20, y: -10, z: 4_090)).roll == .zero, "flat")
    #expect(Tilt(against: .zero) == .zero, "falling")
    #expect(roll(14, 90) == 0 && (roll(31, 90) - 90).magnitude < 0.1 && (roll(31, -40) + 40).magnitude < 0.1)
    var last = 0.0
    for lean in stride(from: 10.0, through: 35, by: 0.5) {
      let next = roll(lean, 90)
      #expect(next >= last - 0.1 && next - last < 4, "\(lean)°")
      last = next
    }
  }

  @Test(
    arguments: [
      (.normal, MotionVector(x: 1, y: 2, z: 3)), (.sidewaysLeft, MotionVector(x: -2, y: 1, z: 3)),
      (.sidewaysRight, MotionVector(x: 2, y: -1, z: 3)), (.inverted, MotionVector(x: -1, y: -2, z: 3)),
    ] as [(Orientation, MotionVector)])
  func `A controller is held with an edge up`(_ orientation: Orientation, _ turned: MotionVector) {
    #expect(orientation.turn(MotionVector(x: 1, y: 2, z: 3)) == turned)
    #expect(orientation.turn(MotionVector(x: .min, y: .min)).z == 0)
  }

  @Test func `Settings are read from their words, and a wrong word is named`() throws {
    let input = try HeardInput(
      "freepie port=1024 allow=10.0.0.0/8,::1 confirm=no orientation=inverted silence=7")
    let settings = input.settings
    #expect((input.port, settings.allowed.count, settings.isConfirmed) == (1_024, 2, false))
    #expect(settings.orientation == .inverted && input.silence == .seconds(7) && !input.isLocal)
    #expect(try HeardInput("freepie").isLocal)
    #expect(try HeardInput("freepie allow=127.0.0.2,::1").isLocal)
    #expect(try !HeardInput("freepie allow=::/0").isLocal)
    for (words, wrong) in [
      ("", "enabled"), ("gopher", "enabled"), ("freepie port=0", "port"), ("freepie x", "x"),
      ("freepie a=b", "a"),
    ] {
      let error = #expect(throws: UnknownSetting.self) { try HeardInput(words) }
      #expect(error?.key == wrong, "\(words)")
    }
  }

  @Test func `Every protocol of the table has a transport of its own`() {
    #expect(Dialect.all.allSatisfy { GatewayHeader.Transport.inputs.contains($0.transport) })
    #expect(Set(Dialect.all.map(\.transport)).count == Dialect.all.count)
  }

  /// Returns the state after the messages in `bytes`.
  private func posture(_ dialect: Dialect, _ bytes: [UInt8]) throws -> SourceState {
    var posture = SourceState()
    try dialect.read(bytes.span, 0)?.change(&posture)
    return posture
  }

  @Test func `RetroArch's buttons are those of the same places`() throws {
    let places: [(RetroPadButton, Button)] = [
      (.b, .a), (.y, .x), (.a, .b), (.x, .y), (.select, .back), (.start, .start), (.up, .dpadUp),
      (.down, .dpadDown),
      (.left, .dpadLeft), (.right, .dpadRight), (.l, .leftShoulder), (.r, .rightShoulder), (.l3, .leftStick),
      (.r3, .rightStick),
    ]
    for (theirs, ours) in places {
      let bytes = RetroPadChange.button(theirs, isDown: true).datagram.withBytes { span in
        span.indices.map { span[$0] }
      }
      #expect(try posture(.retroPad, bytes).buttons == Buttons(ours))
    }
    for (change, left, right) in [
      (.button(.l2, isDown: true), 255, 0), (.button(.r2, isDown: true), 0, 255),
      (.pressure(.l2, 16_384), 128, 0),
      (.pressure(.r2, 32_767), 0, 255), (.pressure(.a, 32_767), 0, 0),
    ] as [(RetroPadChange, UInt8, UInt8)] {
      let bytes = change.datagram.withBytes { span in span.indices.map { span[$0] } }
      let posture = try posture(.retroPad, bytes)
      #expect((posture.leftTrigger, posture.rightTrigger) == (left, right))
    }
  }
}
