import Impairment
import Model
import Motion
import Testing

@Suite struct MotionTrackTests {
  private static let start = Instant(nanoseconds: 5_000_000_000_000)
  private static let still = MotionSample(acceleration: MotionVector(z: 4_096), rotation: .zero)

  private static func shown(
    _ acceleration: MotionVector, _ rotation: MotionVector = .zero
  ) -> PadMotion? {
    var track = MotionTrack()
    track.apply(MotionSample(acceleration: acceleration, rotation: rotation), measuredAt: nil, at: start)
    return track.shown
  }

  @Test(arguments: [
    ("on its back", MotionVector(z: 4_096), MotionVector(y: 8_192)),
    ("on its face", MotionVector(z: -4_096), MotionVector(y: -8_192)),
    ("upright", MotionVector(y: 4_096), MotionVector(z: -8_192)),
    ("upside down", MotionVector(y: -4_096), MotionVector(z: 8_192)),
    ("on its left edge", MotionVector(x: 4_096), MotionVector(x: 8_192)),
    ("on its right edge", MotionVector(x: -4_096), MotionVector(x: -8_192)),
  ])
  func `A controller at rest shows 1 g upwards`(how: String, screen: MotionVector, pad: MotionVector) {
    #expect(Self.shown(screen)?.acceleration == pad, "\(how)")
  }

  @Test(arguments: [
    (MotionVector(x: 160), MotionVector(x: 160)), (MotionVector(z: 160), MotionVector(y: 160)),
    (MotionVector(y: 160), MotionVector(z: -160)),
  ])
  func `Rotation keeps its unit and turns with the frame`(screen: MotionVector, pad: MotionVector) {
    #expect(Self.shown(.zero, screen)?.rotation == pad)
  }

  @Test func `The frame's change is a rotation: lengths, angles and handedness stay`() {
    var random = Random(seed: 7)
    for _ in 0..<1_000 {
      let (one, other) = (Self.vector(using: &random), Self.vector(using: &random))
      guard let motion = Self.shown(one, other) else { return }
      let (first, second) = (motion.acceleration, motion.rotation)
      #expect(Self.dot(first, first) == 4 * Self.dot(one, one), "seed 7")
      #expect(Self.dot(first, second) == 2 * Self.dot(one, other), "seed 7")
      let product = Self.cross(one, other)
      #expect(Self.cross(first, second) == [product[0] * 2, product[2] * 2, product[1] * -2], "seed 7")
    }
  }

  @Test func `More than 4 g is 4 g, and no sign turns over`() {
    let ends = MotionVector(x: .max, y: .min, z: .min)
    #expect(Self.shown(ends)?.acceleration == MotionVector(x: 32767, y: -32767, z: 32767))
    #expect(Self.shown(.zero, ends)?.rotation == MotionVector(x: 32767, y: -32767, z: 32767))
  }

  @Test func `A sample at the time of the one before takes no time, once the clock has run`() {
    var track = MotionTrack()
    for (step, time) in [0, 10_000, 10_000, 10_000, 20_000].enumerated() {
      track.apply(Self.still, measuredAt: Int64(time), at: Self.start + .milliseconds(10 * Int64(step)))
    }
    let began = Self.start.nanoseconds / 1_000
    #expect(track.shown.map { $0.time - began } == 20_002)
  }

  @Test func `Time goes as the controller's clock does, however unevenly samples arrive`() {
    var track = MotionTrack()
    var times: [Int64] = []
    for (step, delay) in [0, 40, 30, 20, 0, 900, 890].enumerated() {
      let now = Self.start + .milliseconds(Int64(10 * step + delay))
      track.apply(Self.still, measuredAt: Int64(7_000_000 + 10_000 * step), at: now)
      times.append(track.shown?.time ?? 0)
    }
    #expect(zip(times.dropFirst(), times).map { $0 - $1 } == [Int64](repeating: 10_000, count: 6))
    #expect(times[0] == 5_000_000_000)
  }

  @Test func `Without a controller's clock it goes as samples arrive`() {
    var track = MotionTrack()
    track.apply(Self.still, measuredAt: nil, at: Self.start)
    track.apply(Self.still, measuredAt: nil, at: Self.start + .milliseconds(15))
    #expect(track.shown?.time == 5_000_015_000)
    // Only a step between two samples with controller times follows the controller's clock. All other steps
    // follow the arrivals.
    track.apply(Self.still, measuredAt: 1_000, at: Self.start + .milliseconds(25))
    track.apply(Self.still, measuredAt: 9_000, at: Self.start + .milliseconds(35))
    track.apply(Self.still, measuredAt: nil, at: Self.start + .milliseconds(45))
    #expect(track.shown?.time == 5_000_043_000)
  }

  @Test(arguments: [0, -1, -4_000_000_000, 4_000_000_000, 1 << 62] as [Int64])
  func `A clock that stands, goes back or was set is not followed`(step: Int64) {
    var track = MotionTrack()
    track.apply(Self.still, measuredAt: 1_000, at: Self.start)
    track.apply(Self.still, measuredAt: 1_000 + step, at: Self.start + .milliseconds(10))
    #expect(track.shown?.time == 5_000_010_000)
  }

  @Test func `Time never stands and never goes back, whatever the clocks do`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = Random(seed: seed)
      var track = MotionTrack()
      var now = Self.start
      var last = Int64.min
      for _ in 0..<500 {
        now = now + .milliseconds(.random(in: 0...30, using: &random))
        if Int.random(in: 0..<10, using: &random) == 0 { track.rest(at: now) }
        let time: Int64? = Bool.random(using: &random) ? .random(in: 0...1 << 33, using: &random) : nil
        track.apply(
          MotionSample(acceleration: .zero, rotation: MotionVector(x: 1)), measuredAt: time, at: now)
        let next = track.shown?.time ?? .min
        #expect(next > last, "seed \(seed)")
        last = next
      }
    }
  }

  @Test func `At rest the rotation is nothing and the acceleration stays`() {
    var track = MotionTrack()
    track.rest(at: Self.start)
    #expect(track.shown == nil)
    let sample = MotionSample(acceleration: MotionVector(z: 4_000), rotation: MotionVector(x: 5))
    track.apply(sample, measuredAt: 1_000, at: Self.start)
    track.rest(at: Self.start + .milliseconds(900))
    let rested = track.shown
    #expect(rested?.rotation == .zero && rested?.acceleration == MotionVector(y: 8_000))
    #expect(rested?.time == 5_000_900_000)
    track.rest(at: Self.start + .milliseconds(950))
    #expect(track.shown == rested)
  }

  private static func vector(using random: inout Random) -> MotionVector {
    let range: ClosedRange<Int16> = -16_383...16_383
    return MotionVector(
      x: .random(in: range, using: &random), y: .random(in: range, using: &random),
      z: .random(in: range, using: &random))
  }

  private static func dot(_ one: MotionVector, _ other: MotionVector) -> Int64 {
    Int64(one.x) * Int64(other.x) + Int64(one.y) * Int64(other.y) + Int64(one.z) * Int64(other.z)
  }

  private static func cross(_ one: MotionVector, _ other: MotionVector) -> [Int64] {
    let (a, b) = ([one.x, one.y, one.z].map(Int64.init), [other.x, other.y, other.z].map(Int64.init))
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  }
}
