import Model
import Motion
import Testing

@Suite struct MappingTests {
  func leftX(_ profile: Profile, roll: Double) -> Int16 {
    var mapping = AxisMapping(profile: profile)
    let state = ControllerState(sampleTime: 0, tilt: .zero)
    return mapping.report(for: state, tilt: Tilt(roll: Angle(radians: roll))).leftStick.x
  }

  @Test(arguments: [
    (0, 0), (Double.pi / 4, 32767), (-Double.pi / 4, -32767), (1.5, 32767), (0.02, 0), (-3, -32767),
  ])
  func `A wheel reaches full lock at 45° and rests inside its dead zone`(roll: Double, axis: Int) {
    #expect(leftX(.wheel, roll: roll) == Int16(axis))
  }

  @Test func `An inverted axis mirrors exactly`() {
    var inverted = Profile.wheel
    inverted.tilt.isInverted = true
    for roll in stride(from: -1.0, through: 1, by: 0.05) {
      #expect(leftX(inverted, roll: roll) == -leftX(.wheel, roll: roll))
    }
  }

  @Test func `A response never falls as the tilt grows`() {
    for (_, profile) in Profile.named {
      var last = -1.0
      for step in -314...314 {
        let value = profile.tilt(Double(step) / 100)
        #expect(value >= last - 1e-12)
        last = value
      }
    }
  }

  @Test func `A wheel turned on through ±π stays at its lock`() {
    var mapping = AxisMapping(profile: .wheel)
    let state = ControllerState(sampleTime: 0, tilt: .zero)
    for degrees in stride(from: 0.0, through: 220, by: 5) {
      let report = mapping.report(for: state, tilt: Tilt(roll: Angle(radians: degrees * .pi / 180)))
      if degrees >= 45 { #expect(report.leftStick.x == 32767, "at \(degrees)°") }
    }
  }

  @Test func `Re-centring makes the present tilt straight, also across ±π`() {
    var mapping = AxisMapping(profile: .wheel)
    let held = Tilt(roll: Angle(radians: 3.1))
    mapping.recentre(at: held)
    let state = ControllerState(sampleTime: 0, tilt: .zero)
    #expect(mapping.report(for: state, tilt: held).leftStick.x == 0)
    let further = Tilt(roll: Angle(radians: 3.1 + 0.4))
    #expect(mapping.report(for: state, tilt: further).leftStick.x > 10_000)
  }

  @Test func `The dead zone is round and the anti-dead zone jumps to its edge`() {
    let response = StickResponse(deadZone: 0.1, antiDeadZone: 0.25)
    #expect(response(0.07, 0.07) == (0, 0))
    let edge = response(0.1001, 0)
    #expect(abs(edge.x - 0.25) < 0.001)
    let diagonal = response(0.6, 0.8)
    #expect(abs((diagonal.x * diagonal.x + diagonal.y * diagonal.y).squareRoot() - 1) < 1e-9)
  }

  @Test func `A direct stick keeps its corners while tilt moves another axis`() {
    var mapping = AxisMapping(profile: .wheel)
    let corner = Stick(x: 32767, y: -32767)
    let state = ControllerState(sampleTime: 0, tilt: .zero, sticks: ControllerState.Sticks(right: corner))
    #expect(mapping.report(for: state, tilt: .zero).rightStick == corner)
  }

  @Test func `A profile without tilt passes the sticks through to the number`() {
    var mapping = AxisMapping(profile: .pad)
    let sticks = ControllerState.Sticks(left: Stick(x: -32767, y: 12_345), right: Stick(x: 1, y: -1))
    let state = ControllerState(sampleTime: 0, sticks: sticks, leftTrigger: 9, rightTrigger: 255)
    let report = mapping.report(for: state, tilt: nil)
    #expect(report.leftStick == sticks.left && report.rightStick == sticks.right)
    #expect(report.leftTrigger == 9 && report.rightTrigger == 255)
  }

  @Test func `Flight takes roll and pitch, raw takes yaw as well`() {
    let tilt = Tilt(roll: Angle(radians: 0.3), pitch: Angle(radians: -0.3), yaw: Angle(radians: 1.0))
    let state = ControllerState(sampleTime: 0, tilt: tilt)
    var flight = AxisMapping(profile: .flight)
    let flying = flight.report(for: state, tilt: tilt)
    #expect(flying.leftStick.x > 0 && flying.leftStick.y == -flying.leftStick.x)
    var raw = AxisMapping(profile: .raw)
    #expect(raw.report(for: state, tilt: tilt).rightStick.x == Int16((1.0 / .pi * 32767).rounded()))
  }
}
