import Impairment
import Model
import Motion
import Testing

@Suite struct LateSampleTests {
  @Test(arguments: someFilters)
  func `The order of arrival does not matter`(filter: TiltFilter) {
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = Random(seed: seed)
      let arrivals = LateSampleTests.arrivals(using: &random)
      var smoother = Smoother(filter: filter, pressHold: nil)
      for (number, sample) in arrivals.enumerated() {
        let placement = smoother.add(sample)
        #expect(placement != .tooOld, "seed \(seed), sample \(number)")
        if placement == .late || number == arrivals.count - 1 {
          let ordered = Smoother(
            filter, fed: arrivals[...number].sorted { $0.microseconds < $1.microseconds })
          #expect(smoother.output == ordered.output, "seed \(seed), sample \(number)")
          #expect(smoother.newest == ordered.newest, "seed \(seed), sample \(number)")
        }
      }
    }
  }

  @Test(arguments: someFilters)
  func `A sample that comes twice changes nothing`(filter: TiltFilter) {
    var random = Random(seed: 5)
    let samples = LateSampleTests.samples(using: &random)
    var doubled = Smoother(filter: filter, pressHold: nil)
    for (index, sample) in samples.enumerated() {
      doubled.add(sample)
      for earlier in samples[max(0, index - 2)...index] {
        var rounded = earlier
        rounded.microseconds += .random(in: -25...25, using: &random)
        let placement = doubled.add(rounded)
        #expect(placement == .duplicate || placement == .tooOld)
      }
    }
    #expect(doubled.output == Smoother(filter, fed: samples).output)
  }

  @Test(arguments: someFilters)
  func `A gap of more than 250 ms starts the filter anew`(filter: TiltFilter) {
    var smoother = Smoother(filter: filter, pressHold: nil)
    for number: Int64 in 0..<50 { smoother.add(TiltSample(at: number * 10_000, roll: 5_000_000)) }
    smoother.add(TiltSample(at: 490_000 + 250_001, roll: 9_000_000))
    #expect(smoother.roll == 9_000_000)
  }

  @Test func `A gap of 250 ms does not`() {
    var smoother = Smoother(filter: .movingAverage(count: 2), pressHold: nil)
    smoother.add(TiltSample(at: 0, roll: 0))
    smoother.add(TiltSample(at: 250_000, roll: 2_000))
    #expect(smoother.roll == 1_000)
  }

  @Test(arguments: someFilters)
  func `A restart forgets everything, even the time`(filter: TiltFilter) {
    var smoother = Smoother(filter: filter, pressHold: .default)
    for number: Int64 in 0..<50 { smoother.add(TiltSample(at: number * 10_000, roll: 5_000_000)) }
    smoother.pressed(at: 490_000)
    smoother.restart()
    #expect(smoother.output == nil)
    #expect(smoother.newest == nil)
    smoother.add(TiltSample(at: 1_000, roll: 77))
    #expect(smoother.roll == 77)
  }

  @Test(arguments: someFilters)
  func `Rates from 20 to 250 Hz all settle on a hand at rest`(filter: TiltFilter) {
    for rate in 20...250 as ClosedRange<Int64> {
      var smoother = Smoother(filter: filter, pressHold: nil)
      for number in 0..<rate * 5 {
        smoother.add(TiltSample(at: number * 1_000_000 / rate, roll: number < rate ? 0 : 1_000_000))
      }
      #expect(abs(smoother.roll - 1_000_000) <= 10)
    }
  }

  /// Returns some seconds of a wildly turning controller with uneven steps and a few long gaps.
  private static func samples(using random: inout Random) -> [TiltSample] {
    var time: Int64 = 4_000_000_000
    return (0..<150).map { number in
      let isGap = Int.random(in: 0..<40, using: &random) == 0
      time +=
        isGap ? .random(in: 200_000...600_000, using: &random) : .random(in: 4_000...30_000, using: &random)
      let range = number < 75 ? 0...Int(UInt32.max) : 0...50_000_000
      return TiltSample(
        at: time, roll: .random(in: range, using: &random), pitch: .random(in: range, using: &random),
        yaw: number)
    }
  }

  /// Returns the samples of ``samples(using:)`` in an order of arrival in which none is more than 240 ms late.
  private static func arrivals(using random: inout Random) -> [TiltSample] {
    let delays: ClosedRange<Int64> = 0...(Bool.random(using: &random) ? 240_000 : 40_000)
    return samples(using: &random)
      .map { ($0.microseconds + .random(in: delays, using: &random), $0) }
      .sorted { $0.0 < $1.0 }
      .map(\.1)
  }
}
