import Model
import Motion
import Testing

/// The drift of the filters after one or ten million samples of a controller that never stops spinning.
@Suite struct DriftTests {
  private static let total = 10_000_000

  @Test func `A moving average is exact to the bit after ten million samples`() {
    var smoother = Smoother(filter: .movingAverage(count: 5), pressHold: nil)
    for number in 0..<DriftTests.total { smoother.add(DriftTests.sample(number)) }
    #expect(smoother.roll == DriftTests.mean(of: 5))
    let last = (DriftTests.total - 128..<DriftTests.total).map(DriftTests.sample)
    #expect(smoother.output == Smoother(.movingAverage(count: 5), fed: last).output)
  }

  @Test(arguments: [.timeAverage(window: .milliseconds(100)), .defaultGatedAverage] as [TiltFilter])
  func `A mean over time is exact to the bit after a million samples`(filter: TiltFilter) {
    var smoother = Smoother(filter: filter, pressHold: nil)
    for number in 0..<DriftTests.total / 10 { smoother.add(DriftTests.sample(number)) }
    let last = (DriftTests.total / 10 - 128..<DriftTests.total / 10).map(DriftTests.sample)
    #expect(smoother.output == Smoother(filter, fed: last).output)
  }

  /// Returns sample `number`, which is 3 to 7 ms later than the previous one.
  ///
  /// The roll goes on by 0.22 to 0.48 of a turn, and the pitch by up to half a turn either way.
  private static func sample(_ number: Int) -> TiltSample {
    let scrambled = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    let turn = Int(scrambled >> 33)
    return TiltSample(
      at: Int64(number) * 5_000 + Int64(scrambled & 2_047), roll: number &* 1_500_000_000 &+ turn / 4,
      pitch: -turn, yaw: number)
  }

  /// Returns the mean of the last `count` rolls by its definition, unwrapped step by step.
  private static func mean(of count: Int) -> Int {
    let rolls = (total - count..<total).map { sample($0).tilt.roll }
    var sum = 0
    var offset = 0
    for (later, earlier) in zip(rolls.reversed(), rolls.reversed().dropFirst()) {
      offset -= Int((later - earlier).raw)
      sum += offset
    }
    let mean = (sum + (sum < 0 ? -count / 2 : count / 2)) / count
    return Int(Int32(truncatingIfNeeded: Int(rolls[count - 1].raw) + mean))
  }
}
