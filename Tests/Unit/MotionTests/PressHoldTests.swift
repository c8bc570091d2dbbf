import Impairment
import Model
import Testing

@testable import Motion

@Suite struct PressHoldTests {
  @Test func `After a press the tilt stands still for 60 ms and is back after another 60 ms`() {
    var smoother = still(until: 500_000, at: 1_000_000)
    smoother.pressed(at: 505_000)
    for age: Int64 in 1...150 {
      smoother.add(TiltSample(at: 505_000 + age * 1_000, roll: 2_200_000))
      let passed = min(max(age - 60, 0), 60)
      #expect(smoother.roll == 1_000_000 + Int(passed) * 20_000)
    }
  }

  @Test func `A moving hand is not held`() {
    var smoother = Smoother(filter: .none, pressHold: .default)
    for number: Int64 in 0..<100 {
      smoother.add(TiltSample(at: number * 10_000, radians: 0.004 * Double(number)))
      if number == 50 { smoother.pressed(at: 500_000) }
      #expect(smoother.output == smoother.newest?.tilt)
    }
  }

  @Test func `Noise and an earlier jolt do not pass for movement`() {
    var random = Random(seed: 11)
    var smoother = Smoother(filter: .none, pressHold: .default)
    let jolt = [0.0, 0.027, 0.017, -0.004, -0.015, -0.009, 0.002, 0.008, 0.005, -0.001]
    for number in 0..<60 {
      let swing = number < 50 ? 0 : jolt[number - 50]
      smoother.add(
        TiltSample(
          at: Int64(number) * 10_000, radians: 1 + swing + .random(in: -0.005...0.005, using: &random)))
    }
    let before = smoother.output
    smoother.pressed(at: 590_000)
    smoother.add(TiltSample(at: 600_000, radians: 1.03))
    #expect(smoother.output == before)
  }

  @Test func `What is held is the tilt at the last sample up to the edge, whenever it comes`() {
    let times: [Int64] = [400_000, 410_000, 420_000, 430_000, 440_000, 450_000]
    let samples = times.map { TiltSample(at: $0, roll: Int($0)) }
    for late in [0, 1, 2] {
      var smoother = still(until: 390_000, at: 390_000)
      for (index, sample) in samples.enumerated() where index != late { smoother.add(sample) }
      smoother.pressed(at: 425_000)
      smoother.add(samples[late])
      #expect(smoother.roll == 420_000)
    }
  }

  @Test func `An edge may come before all its samples`() {
    var smoother = Smoother(filter: .none, pressHold: .default)
    smoother.pressed(at: 100_000)
    #expect(smoother.output == nil)
    smoother.add(TiltSample(at: 110_000, roll: 5_000))
    #expect(smoother.roll == 5_000)
    smoother.add(TiltSample(at: 90_000, roll: 3_000))
    #expect(smoother.roll == 3_000)
  }

  @Test func `Nothing is held that is older than 250 ms`() {
    var smoother = still(until: 100_000, at: 1_000)
    smoother.pressed(at: 400_000)
    smoother.add(TiltSample(at: 400_001, roll: 9_000))
    #expect(smoother.roll == 9_000)
  }

  @Test func `A release soon after a press goes on from what is shown`() {
    var smoother = still(until: 500_000, at: 0)
    smoother.pressed(at: 500_000)
    var last = 0
    for age: Int64 in 1...300 {
      if age == 90 { smoother.pressed(at: 589_000) }
      smoother.add(TiltSample(at: 500_000 + age * 1_000, roll: 1_200_000))
      #expect(smoother.roll - last <= 20_000 && smoother.roll >= last)
      if (90...149).contains(age) { #expect(smoother.roll == 29 * 20_000) }
      last = smoother.roll
    }
    #expect(last == 1_200_000)
  }

  @Test func `A press while the hand moves leaves the hold of the press before it`() {
    var smoother = still(until: 500_000, at: 0)
    smoother.pressed(at: 500_000)
    for age: Int64 in 1...130 {
      if age == 50 { smoother.pressed(at: 549_500) }
      smoother.add(TiltSample(at: 500_000 + age * 1_000, roll: Int(age) * 3_000_000))
      if age <= 60 { #expect(smoother.roll == 0) }
    }
    #expect(smoother.roll == 130 * 3_000_000)
  }

  @Test func `A hold and its blend cross ±π the short way`() {
    var smoother = still(until: 500_000, at: Int(Int32.max) - 9_999)
    smoother.pressed(at: 500_000)
    smoother.add(TiltSample(at: 590_000, roll: Int(Int32.min) + 10_000))
    #expect(smoother.roll == Int(Int32.min))
  }

  @Test func `A press that has no number is counted and holds the tilt`() {
    let start = Instant(nanoseconds: 1_000_000_000)
    var input = ControllerInput(settings: .init(), at: start)
    for (step, roll) in [0, 0, 0.05].enumerated() {
      let state = ControllerState(
        sampleTime: UInt32(10_000 * step), tilt: Tilt(roll: Angle(radians: roll)),
        buttons: step == 0 ? [] : Buttons(.a))
      _ = input.accept(
        state, history: History(), edges: nil, arrival: .newest(gap: 0),
        at: start + .milliseconds(Int64(10 * step)))
    }
    #expect(input.counts.edges == 1)
    #expect(input.smoothed == .zero)
  }

  @Test func `Without a press-hold presses change nothing`() {
    var smoother = Smoother(filter: .none, pressHold: nil)
    smoother.add(TiltSample(at: 0, roll: 0))
    smoother.pressed(at: 0)
    smoother.add(TiltSample(at: 10_000, roll: 7))
    #expect(smoother.roll == 7)
  }

  @Test func `A press without a press-hold is forgotten, and hides none that comes with one`() {
    var smoother = still(until: 500_000, at: 1_000)
    smoother.retune(filter: .none, pressHold: nil)
    smoother.pressed(at: 600_000)
    smoother.retune(filter: .none, pressHold: .default)
    smoother.pressed(at: 500_000)
    smoother.add(TiltSample(at: 505_000, roll: 9_000))
    #expect(smoother.roll == 1_000)
  }

  /// Returns an unfiltered smoother that has received samples of a hand at rest up to `microseconds`.
  private func still(until microseconds: Int64, at roll: Int) -> Smoother {
    var smoother = Smoother(filter: .none, pressHold: .default)
    for time in stride(from: 0, through: microseconds, by: 10_000) {
      smoother.add(TiltSample(at: time, roll: roll))
    }
    return smoother
  }
}
