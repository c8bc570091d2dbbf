import Model
import Testing

@testable import Handset

@Suite struct SimulatedSensorsTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  private static func tilt(_ roll: Double = 0, _ pitch: Double = 0, _ yaw: Double = 0) -> Tilt {
    Tilt(
      roll: Angle(radians: roll * .pi / 180), pitch: Angle(radians: pitch * .pi / 180),
      yaw: Angle(radians: yaw * .pi / 180))
  }

  @Test(arguments: [
    (tilt(), MotionVector(y: 4_096)), (tilt(90), MotionVector(x: -4_096)),
    (tilt(-90), MotionVector(x: 4_096)),
    (tilt(0, -90), MotionVector(z: 4_096)), (tilt(0, 90), MotionVector(z: -4_096)),
    (tilt(0, 0, 70), MotionVector(y: 4_096)), (tilt(30, -90, 5), MotionVector(z: 4_096)),
  ])
  func `At rest they measure 1 g upwards and no rotation`(tilt: Tilt, up: MotionVector) {
    var sensors = SimulatedSensors()
    _ = sensors.measure(tilt, at: Self.start)
    let sample = sensors.measure(tilt, at: Self.start + .milliseconds(10))
    #expect(sample == MotionSample(acceleration: up, rotation: .zero))
  }

  @Test(arguments: [
    (tilt(1), MotionVector(z: -1_600)), (tilt(0, 1), MotionVector(x: 1_600)),
    (tilt(0, 0, 1), MotionVector(y: -1_600)), (tilt(-1), MotionVector(z: 1_600)),
  ])
  func `A degree in 10 ms is 100 °/s, clockwise about the normal and the vertical`(
    tilt: Tilt, rotation: MotionVector
  ) {
    var sensors = SimulatedSensors()
    _ = sensors.measure(.zero, at: Self.start)
    let sample = sensors.measure(tilt, at: Self.start + .milliseconds(10))
    #expect(sample.rotation == rotation)
    #expect(sensors.measure(.zero, at: Self.start + .milliseconds(10)) == sample)
  }

  @Test func `The samples of a turn add up to it, however unevenly they are taken`() {
    let script = Script(start: Self.start, axis: .pitch, turn: .pi / 2)
    var sensors = SimulatedSensors()
    var (now, sum) = (Self.start, 0.0)
    for step in 0..<800 as Range<Int64> {
      let next = now + .milliseconds(step % 7 + 1)
      guard next < Self.start + .seconds(3) else { break }
      let sample = sensors.measure(script.controls(at: next).tilt ?? .zero, at: next)
      sum += Double(sample.rotation.x) / 16 * (next - now).seconds
      now = next
    }
    #expect((sum - 90).magnitude < 0.2)
  }

  @Test func `A moving controller's gravity turns as its rotation says`() {
    let script = Script(start: Self.start, amplitude: 0.6, frequency: 0.5)
    var sensors = SimulatedSensors()
    var (x, y) = (0.0, 1.0)
    for step in 1...1_000 as ClosedRange<Int64> {
      let now = Self.start + .milliseconds(2 * step)
      let sample = sensors.measure(script.controls(at: now).tilt ?? .zero, at: now)
      // In the controller's frame, a point that is fixed in the world turns in the opposite direction.
      let angle = -Double(sample.rotation.z) / 16 * 0.002 * .pi / 180
      (x, y) = (x - angle * y, y + angle * x)
      let (seenX, seenY) = (Double(sample.acceleration.x) / 4_096, Double(sample.acceleration.y) / 4_096)
      #expect((x - seenX).magnitude < 0.01 && (y - seenY).magnitude < 0.01)
    }
  }

  @Test(arguments: [(0, 0.0), (999, 0), (1_500, 45), (2_000, 90), (2_900, 90), (3_250, 67.5), (5_500, 45)])
  func `A turn rests, turns steadily, rests and turns back`(milliseconds: Int64, degrees: Double) {
    let script = Script(start: Self.start, axis: .yaw, turn: .pi / 2)
    let yaw = script.controls(at: Self.start + .milliseconds(milliseconds)).tilt?.yaw.radians ?? .nan
    #expect((yaw * 180 / .pi - degrees).magnitude < 1e-3)
  }
}
