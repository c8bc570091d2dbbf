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
}
