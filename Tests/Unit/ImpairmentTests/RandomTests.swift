import Impairment
import Testing

@Suite struct RandomTests {
  @Test func `Exponential numbers have mean 1 and the tail of the distribution`() {
    var random = Random(seed: 1)
    let numbers = (0..<100_000).map { _ in random.exponential() }
    let mean = numbers.reduce(0, +) / 100_000
    #expect(abs(mean - 1) < 0.02)
    let beyond3 = Double(numbers.filter { $0 > 3 }.count) / 100_000
    #expect(abs(beyond3 - 0.0498) < 0.004)
  }

  // The first numbers are those of SplitMix64's reference implementation. The others were computed outside
  // Swift.
  @Test func `Numbers are those of SplitMix64, and the others follow from them`() {
    var random = Random(seed: 1_234_567)
    #expect(
      (0..<5).map { _ in random.next() } == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
    random = Random(seed: 1_234_567)
    #expect(
      (0..<3).map { _ in random.unit() } == [0.3500795420214081, 0.17364409667091263, 0.5322073040624192])
    random = Random(seed: 1_234_567)
    #expect(
      (0..<6).map { _ in random.exponential() } == [
        1.2490076573822915, 0.4230879388274831, 0.27528749941108965, 2.1530015548293595, 0.008496942827886156,
        0.06730037704653791,
      ])
    random = Random(seed: 18)
    #expect((0..<4).map { _ in random.exponential() }.last == 6.097475197731351)
  }
}
