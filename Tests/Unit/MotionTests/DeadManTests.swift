import Model
import Motion
import Testing

@Suite struct DeadManTests {
  @Test(
    arguments: [
      (0, .live), (299, .live), (300, .holding), (899, .holding), (900, .releasing), (999, .releasing),
      (1_000, .released),
    ] as [(Int64, SilencePhase)])
  func `A silence has its stages at 300 ms, 900 ms and one second`(
    _ milliseconds: Int64, _ stage: SilencePhase
  ) {
    #expect(DeadMan().stage(after: .milliseconds(milliseconds)) == stage)
  }

  @Test func `An axis comes to rest evenly between 900 ms and one second`() {
    let shares = [0, 900, 925, 950, 1_000, 5_000].map { DeadMan().share(after: .milliseconds($0)) }
    #expect(shares == [1, 1, 0.75, 0.5, 0, 0])
  }

  @Test func `The controller of somebody else's pad lets go of all within a nanosecond after 300 ms`() {
    let rules = DeadMan.prompt
    #expect(rules.end == Interval(nanoseconds: 300_000_001) && DeadMan().end == .seconds(1))
    let stages = ([-1, 0, 1] as [Int64]).map { rules.stage(after: Interval(nanoseconds: 300_000_000 + $0)) }
    #expect(stages == [.live, .releasing, .released])
    let shares = ([0, 1] as [Int64]).map { rules.share(after: Interval(nanoseconds: 300_000_000 + $0)) }
    #expect(shares == [1, 0])
    #expect(rules.step == .milliseconds(8) && rules.hold == DeadMan().hold)
  }
}
