import HandModel
import Model
import Motion
import Testing

/// The filters applied to the model hand, compared with the table in docs/filters.md (sensor noise 3 mrad).
@Suite struct HandModelTests {
  /// The expected quality of a filter.
  ///
  /// These are the values in docs/filters.md, which other seeds have to reproduce approximately.
  struct Expectation: Sendable {
    var filter: TiltFilter
    var lag: Double
    var jitter: Double
    var press: Double
    var heldPress: Double
  }

  private static let expectations = [
    Expectation(filter: .none, lag: 0, jitter: 4.2, press: 25.0, heldPress: 6.4),
    Expectation(filter: .defaultMovingAverage, lag: 26.7, jitter: 2.0, press: 8.1, heldPress: 3.1),
    Expectation(filter: .default, lag: 7.4, jitter: 0.9, press: 7.3, heldPress: 2.0),
    Expectation(
      filter: .oneEuro(minimumCutoff: 0.5, beta: 2, derivativeCutoff: 5), lag: 13.5, jitter: 0.7, press: 4.3,
      heldPress: 1.9),
    Expectation(filter: .defaultGatedAverage, lag: 10.4, jitter: 0.8, press: 3.4, heldPress: 1.8),
  ]

  @Test(arguments: expectations)
  func `The jolt of a press is cut as the documentation says`(expected: Expectation) {
    let measured = HandModelTests.quality(of: expected.filter)
    #expect(abs(measured.lag - expected.lag) < 1)
    #expect(abs(measured.jitter - expected.jitter) < 0.15)
    #expect(abs(measured.press - expected.press) < 0.15 * expected.press)
    #expect(abs(measured.heldPress - expected.heldPress) < 0.2 * expected.heldPress)
  }

  @Test func `The same seed makes the same hand`() {
    let hands = (0..<2).map { _ in Hand(seed: 4, rate: 60, noise: 1, seconds: 20) }
    #expect(hands[0].samples(withPresses: true) == hands[1].samples(withPresses: true))
    #expect(hands[0].samples(withPresses: true) != hands[0].samples(withPresses: false))
    #expect(hands[0].presses.count > 5)
  }

  private static func quality(of filter: TiltFilter) -> Quality {
    .mean(Quality(of: filter, on: slow), Quality(of: filter, on: fast))
  }

  private static let slow = Quality.Hands(seeds: 201...202, rate: 60, noise: 1, seconds: 60)
  private static let fast = Quality.Hands(seeds: 201...202, rate: 100, noise: 1, seconds: 60)
}
