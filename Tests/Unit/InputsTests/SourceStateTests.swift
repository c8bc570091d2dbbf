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
    /// Returns the roll in degrees of a controller that leans by `lean` degrees from flat, and is turned by
    /// `part` degrees.
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

  @Test func `A button goes down at three quarters and up at five eighths, and stays in between`() {
    var state = SourceState()
    var downs: [Bool] = []
    for share in [0.7499, 0.75, 0.7499, 0.6251, 0.625, 0.6251, 1, 0] {
      state.press(.b, by: share)
      downs.append(state.buttons[.b])
    }
    #expect(downs == [false, true, true, true, false, false, true, false])
    #expect(state.buttons == [])
  }

  @Test(
    arguments: [
      (.signed, -1, -32_767, 0), (.signed, 0.5, 16_384, 128), (.signed, 2, 32_767, 255),
      (.radians, 0, -32_767, 0), (.radians, 0.25, -16_384, 64), (.radians, 1, 32_767, 255),
      (.radians, 1.5, 32_767, 255),
    ] as [(NumberMeaning.Scale, Double, Int16, UInt8)])
  func `An axis has its range, and only a stick's ends the steering by gravity`(
    _ scale: NumberMeaning.Scale, _ value: Double, _ place: Int16, _ pull: UInt8
  ) {
    let axes: [NumberMeaning.Axis] = [.leftX, .leftY, .rightX, .rightY, .leftTrigger, .rightTrigger, .yaw]
    for axis in axes {
      var state = SourceState()
      state.sense(MotionVector(y: 4_096), into: \.acceleration)
      state.move(axis, to: value, scale)
      #expect(state.left == Stick(x: axis == .leftX ? place : 0, y: axis == .leftY ? -place : 0))
      #expect(state.right == Stick(x: axis == .rightX ? place : 0, y: axis == .rightY ? -place : 0))
      #expect(state.leftTrigger == (axis == .leftTrigger ? pull : 0))
      #expect(state.rightTrigger == (axis == .rightTrigger ? pull : 0))
      let isStick = axes.firstIndex(of: axis).map { $0 < 4 } == true
      #expect((state.state(held: .normal).tilt == nil) == isStick)
    }
  }

  @Test(
    arguments: [(6_282.5, true), (6_283, false), (-6_282.5, true), (-6_283, false)] as [(Double, Bool)])
  func `An angle of about a thousand turns moves nothing`(_ angle: Double, _ isRead: Bool) {
    var state = SourceState()
    state.move(.pitch, to: angle, .radians)
    #expect(state.tilt?.pitch == (isRead ? Angle(radians: angle) : nil))
  }

  @Test func `The end of an axis that has no opposite turns to the other end`() {
    let corner = MotionVector(x: .min, y: .min, z: 5)
    #expect(Orientation.sidewaysLeft.turn(corner) == MotionVector(x: 32_767, y: -32_768, z: 5))
    #expect(Orientation.sidewaysRight.turn(corner) == MotionVector(x: -32_768, y: 32_767, z: 5))
    #expect(Orientation.inverted.turn(corner) == MotionVector(x: 32_767, y: 32_767, z: 5))
  }

  @Test func `A sensor's report counts until it is asked for, and the others stay as they were`() {
    var state = SourceState()
    state.sense(MotionVector(z: 7), into: \.rotation)
    #expect(state.drainSensed() == .rotation && state.drainSensed() == [])
    #expect(state.state(held: .normal).tilt == nil, "a rotation is no gravity")
    state.sense(MotionVector(y: 4_096), into: \.acceleration)
    #expect(state.drainSensed() == .acceleration)
    #expect(state.motion == MotionSample(acceleration: MotionVector(y: 4_096), rotation: MotionVector(z: 7)))
    state.rest([])
    #expect(state.motion?.rotation == MotionVector(z: 7))
    state.rest(.rotation)
    #expect(state.motion?.rotation == .zero && state.state(held: .normal).tilt != nil)
    state.rest(.acceleration)
    #expect(state.motion?.acceleration == MotionVector(y: 4_096) && state.state(held: .normal).tilt == nil)
    state.motion = MotionSample(acceleration: .zero, rotation: .zero)
    state.senseTilt()
    #expect(state.drainSensed() == [.rotation, .acceleration, .attitude])
  }
}
