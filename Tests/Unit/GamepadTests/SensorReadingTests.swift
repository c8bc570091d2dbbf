import Model
import Testing

@testable import Gamepad

/// The readings of a pad's own sensors, from report to report.
@Suite struct SensorReadingTests {
  private let start = Instant(nanoseconds: 1_000_000_000)
  private var sensors = SensorReading()

  @Test mutating func `A controller without sensors makes a pad that lies flat, whose clock runs`() {
    sensors.apply(nil, at: start)
    let first = sensors.time
    #expect(abs(Int(sensors.acceleration.y) - 8192) <= 8 && abs(sensors.acceleration.x) <= 8)
    #expect(sensors.rotation == .zero)
    sensors.apply(nil, at: start + .milliseconds(250))
    #expect(sensors.time == first + 250_000)
    #expect(first >= 3_400_000)
  }

  @Test mutating func `Times between samples are those of the controller, however often each is shown`() {
    sensors.apply(sample(time: 1_000), at: start)
    let first = sensors.time
    for step in 1...5 { sensors.apply(sample(time: 1_000), at: start + .milliseconds(Int64(step))) }
    #expect(sensors.time == first)
    sensors.apply(sample(time: 18_500), at: start + .milliseconds(90))
    #expect(sensors.time == first + 17_500)
    // The clock never goes back, and goes on when there are no more samples.
    sensors.apply(sample(time: 18_000), at: start + .milliseconds(91))
    #expect(sensors.time == first + 17_500)
    sensors.apply(nil, at: start + .milliseconds(100))
    #expect(sensors.time == first + 26_500)
    sensors.apply(sample(time: 50), at: start + .milliseconds(101))
    #expect(sensors.time == first + 27_500)
  }

  @Test mutating func `An acceleration that stands still trembles by 8 and keeps its mean`() {
    let still = MotionVector(x: 100, y: 7000, z: -500)
    sensors.apply(sample(still, time: 0), at: start)
    #expect(sensors.acceleration == still)
    var sum = 0
    for step in 1...100 {
      sensors.apply(sample(still, time: Int64(step)), at: start)
      let x = Int(sensors.acceleration.x) - 100
      #expect(abs(x) == 8)
      sum += x
    }
    #expect(abs(sum) <= 200)
    let other = MotionVector(x: 140, y: 7000, z: 0)
    sensors.apply(sample(other, time: 200), at: start)
    #expect(sensors.acceleration.x == 140 && sensors.acceleration.z == 0)
  }

  private func sample(_ acceleration: MotionVector = MotionVector(y: 8192), time: Int64) -> PadMotion {
    PadMotion(acceleration: acceleration, rotation: MotionVector(x: 5), time: time)
  }
}
