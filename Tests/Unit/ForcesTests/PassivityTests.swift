import Foundation
import Testing

/// The energy of a wheel in random scripts, and the exact bits of its motion.
///
/// The expected digest of the bits comes from a run. It changes only together with a decision that changes
/// the physics.
@Suite struct PassivityTests {
  /// The number of scripts, 100,000 in a long run and otherwise few enough to keep the tests quick.
  private static let count: UInt64 =
    ProcessInfo.processInfo.environment["TILTPAD_LONG"] == nil ? 1_000 : 100_000

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `No step of any script gains energy, with delays and with lost samples of the hand`(part: UInt64) {
    let share = Self.count / 10
    for seed in part * share..<(part + 1) * share {
      var script = Script(seed: seed)
      for number in 0..<Script.length { script.step(number) }
      #expect(script.worstGain < 1e-12, "seed \(seed)")
    }
  }

  @Test func `The same scripts give the same bits on every run and every machine`() {
    var digests: UInt64 = 0
    for seed in 0..<100 as Range<UInt64> {
      var script = Script(seed: seed)
      for number in 0..<Script.length { script.step(number) }
      digests = digests &* 31 &+ script.digest
    }
    #expect(digests == 8_551_587_022_386_248_228)
  }

  @Test func `A whole wheel with its game and its hands gives the same bits, too`() {
    var digests: UInt64 = 0
    for seed in 0..<40 as Range<UInt64> {
      var script = WheelScript(seed: seed)
      for _ in 0..<WheelScript.length { script.step() }
      digests = digests &* 31 &+ script.digest
    }
    #expect(digests == 14_319_347_860_002_417_422)
  }
}
