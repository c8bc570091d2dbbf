import Foundation
import Testing

/// The energy of a wheel in random scripts.
@Suite struct PassivityTests {
  /// 100,000 scripts in a long run, else so many that the tests stay quick.
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
}
