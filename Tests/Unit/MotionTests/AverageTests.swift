import Impairment
import Model
import Motion
import Testing

@Suite struct AverageTests {
  @Test func `A moving average follows a ramp exactly half its length less one half behind`() {
    for count in 1...64 {
      // The roll increases by two units per sample, so half a sample is a whole unit.
      var smoother = Smoother(filter: .movingAverage(count: count), pressHold: nil)
      for number in 0..<100 {
        smoother.add(TiltSample(at: Int64(number) * 10_000, roll: 2 * number))
        if number >= count { #expect(smoother.roll == 2 * number - (count - 1)) }
      }
    }
  }

  @Test func `A moving average climbs a step in as many equal parts as it has samples`() {
    for count in 1...64 {
      var smoother = Smoother(filter: .movingAverage(count: count), pressHold: nil)
      let step = 1_000 * count
      for number in 0..<200 {
        smoother.add(TiltSample(at: Int64(number) * 4_000, roll: number < 100 ? 0 : step))
        #expect(smoother.roll == 1_000 * min(max(number - 99, 0), count))
      }
    }
  }

  @Test(arguments: [20, 33, 60, 100, 250])
  func `A time average lags half its window at any rate`(rate: Int) {
    for window in [16, 20, 100, 250] {
      var smoother = Smoother(
        filter: .timeAverage(window: .milliseconds(Int64(window))), pressHold: nil)
      for number in 0..<200 {
        let time = number * 1_000_000 / rate
        smoother.add(TiltSample(at: Int64(time), roll: 2 * time))
        if time > window * 1_000 { #expect(smoother.roll == 2 * time - window * 1_000) }
      }
    }
  }

  @Test func `A time average does not care for an irregular rate`() {
    var random = Random(seed: 7)
    var smoother = Smoother(filter: .timeAverage(window: .milliseconds(100)), pressHold: nil)
    var time = 0
    for _ in 0..<2_000 {
      time += Int.random(in: 4_000...50_000, using: &random)
      smoother.add(TiltSample(at: Int64(time), roll: 2 * time))
      if time > 200_000 {
        #expect(Int32(truncatingIfNeeded: smoother.roll - 2 * time + 100_000).magnitude <= 1)
      }
    }
  }

  @Test func `A time average of a hum is nothing when the window is its period`() {
    var smoother = Smoother(filter: .timeAverage(window: .milliseconds(100)), pressHold: nil)
    let wave = [0, 587_785, 951_057, 951_057, 587_785, 0, -587_785, -951_057, -951_057, -587_785]
    for number in 0..<100 {
      smoother.add(TiltSample(at: Int64(number) * 10_000, roll: wave[number % 10]))
      if number > 10 { #expect(abs(smoother.roll) <= 1) }
    }
  }

  @Test(arguments: someFilters)
  func `The mean of angles on both sides of ±π is π and not 0`(filter: TiltFilter) {
    let samples = (0..<100).map { number in
      TiltSample(at: Int64(number) * 10_000, radians: number.isMultiple(of: 2) ? .pi - 0.001 : -.pi + 0.001)
    }
    let smoother = Smoother(filter, fed: samples)
    #expect(abs(smoother.output?.roll.radians ?? 0) > .pi - 0.0011)
  }

  @Test func `The mean of two angles just off ±π is −π`() {
    let samples = [
      TiltSample(at: 0, radians: .pi - 0.001), TiltSample(at: 10_000, radians: -.pi + 0.001),
    ]
    #expect(Smoother(.movingAverage(count: 2), fed: samples).roll == Int(Int32.min))
  }

  @Test func `Fast and slow turns about every axis do not disturb each other`() {
    var smoother = Smoother(filter: .movingAverage(count: 5), pressHold: nil)
    for number in 0..<1_000 {
      smoother.add(
        TiltSample(
          at: Int64(number) * 10_000, roll: number << 30, pitch: -number << 29, yaw: number * 1_000))
    }
    let lagging = TiltSample(at: 0, roll: 997 << 30, pitch: -997 << 29, yaw: 997_000)
    #expect(smoother.output == lagging.tilt)
  }

  @Test func `A time average of more samples than are kept covers those that are`() {
    var smoother = Smoother(filter: .timeAverage(window: .milliseconds(250)), pressHold: nil)
    for number in 0..<400 {
      smoother.add(TiltSample(at: Int64(number) * 1_000, roll: 2_000 * number))
      if number > 200 { #expect(smoother.roll == 2_000 * number - 126_000) }
    }
  }
}
