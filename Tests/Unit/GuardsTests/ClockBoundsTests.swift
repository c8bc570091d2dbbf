import Guards
import Impairment
import Model
import TestSupport
import Testing

/// A host and a controller with different clocks, and the exchanges between them.
private struct Comparison {
  var bounds = ClockBounds()
  var dice: Random
  /// The host's clock, in ns.
  var now: Int64 = 1_000_000_000_000
  /// The offset of the controller's clock at the start, in µs, and its drift, in ppm.
  var ahead: Double
  var drift: Double
  private let start: Int64

  init(seed: UInt64, now: Int64 = 1_000_000_000_000, ahead: Double? = nil, drift: Double? = nil) {
    var dice = Random(seed: seed)
    let (someAhead, someDrift) = ((dice.unit() - 0.5) * 4e9, (dice.unit() - 0.5) * 80)
    (self.ahead, self.drift) = (ahead ?? someAhead, drift ?? someDrift)
    (self.now, start, self.dice) = (now, now, dice)
  }

  /// Returns the true offset of the controller's clock at `time`, in µs.
  func truth(at time: Int64) -> Double { ahead + drift * Double(time - start) / 1e9 }

  /// True if the true offset is within the bounds.
  var isInside: Bool {
    let truth = truth(at: now)
    let offset = bounds.offset(at: Instant(nanoseconds: now))
    let wrapped = Int32(truncatingIfNeeded: Int64(truth.rounded()))
    return offset?.contains(wrapped) ?? false
  }

  /// Returns the controller's clock at `time`, in the form that packets use.
  func reading(at time: Int64) -> UInt32 {
    UInt32(
      truncatingIfNeeded: Int64(((Double(time - start) / 1e3) + truth(at: time)).rounded(.down)) + start
        / 1_000)
  }

  /// Sends a question now and processes its answer; the time advances to the arrival of the answer.
  @discardableResult
  mutating func exchange(_ delays: Delays, thinking: Double = 0.2) -> ClockBounds.Verdict {
    let received = now + Int64(delays.down(&dice) * 1e6)
    let sent = received + Int64(thinking * 1e6)
    let back = sent + Int64(delays.up(&dice) * 1e6)
    let asked = UInt32(truncatingIfNeeded: now / 1_000)
    now = back
    return bounds.add(
      hostSent: asked, received: reading(at: received), sent: reading(at: sent),
      at: Instant(nanoseconds: back))
  }

  /// Makes an exchange every 100 ms for `seconds`.
  ///
  /// Returns whether the exchanges always agreed and the truth was always within the bounds.
  mutating func compare(_ delays: Delays, for seconds: Int) -> Bool {
    var isAlwaysInside = true
    for _ in 0..<10 * seconds {
      let next = now + 100_000_000
      isAlwaysInside = exchange(delays) == .agrees && isInside && isAlwaysInside
      now = max(now, next)
      isAlwaysInside = isInside && isAlwaysInside
    }
    return isAlwaysInside
  }

  var offset: ClockOffset? { bounds.offset(at: Instant(nanoseconds: now)) }
}

@Suite struct ClockBoundsTests {
  @Test func `A clock may be 2³⁰ µs from its first reading, and is suspect one farther`() {
    var bounds = ClockBounds()
    let lead: UInt32 = 1 << 30
    let steps: [(lead: UInt32, verdict: ClockBounds.Verdict)] = [
      (0, .agrees), (lead - 1, .contradicts), (lead, .agrees), (lead + 1, .contradicts), (lead + 2, .agrees),
    ]
    for (step, lead, verdict) in steps.enumerated().map({ ($0, $1.lead, $1.verdict) }) {
      let micro = UInt32(1_000_000 + 10_000 * step)
      let answered = micro &+ lead &+ 500
      let now = Instant(nanoseconds: Int64(micro + 1_000) * 1_000)
      let outcome = bounds.add(hostSent: micro, received: answered, sent: answered, at: now)
      #expect(outcome == verdict, "\(lead)")
    }
  }

  @Test(arguments: Delays.allCases, 1...20 as ClosedRange<UInt64>)
  func `However the network delays, the true offset is within the bounds, and nothing is suspect`(
    delays: Delays, seed: UInt64
  ) {
    var comparison = Comparison(seed: seed)
    #expect(comparison.compare(delays, for: 30) == true, "seed \(seed)")
    #expect(comparison.offset?.isSuspect == false)
    comparison.now += 60_000_000_000
    #expect(comparison.isInside, "seed \(seed): a minute later")
  }

  @Test(arguments: [-40.0, 0, 40])
  func `A clock that runs fast or slow for hours stays within the bounds`(drift: Double) {
    var comparison = Comparison(seed: 7, drift: drift)
    for _ in 0..<7_200 {
      let next = comparison.now + 500_000_000
      #expect(comparison.exchange(.quiet) == .agrees)
      comparison.now = max(comparison.now, next)
      #expect(comparison.isInside)
    }
    #expect(comparison.offset?.halfWidth ?? .zero < .milliseconds(2))
  }

  /// The half-widths after 10 s of 10 exchanges a second, in ms, as stated in docs/protocol.md.
  @Test(arguments: [(Delays.quiet, 1.0...1.25), (.busy, 1.1...1.7), (.powerSave, 1.0...1.6)])
  func `After ten seconds the bounds are as narrow as the shortest ways allow`(
    delays: Delays, range: ClosedRange<Double>
  ) {
    let widths = (1...200 as ClosedRange<UInt64>).map { seed in
      var comparison = Comparison(seed: seed)
      _ = comparison.compare(delays, for: 10)
      return (comparison.offset?.halfWidth ?? .zero).seconds * 1e3
    }.sorted()
    let (median, late) = (widths[100], widths[190])
    #expect(range.contains(median) && range.contains(late), "\(delays): p50 \(median) p95 \(late)")
  }

  @Test(
    arguments: [-3_000_000_000, -25_000, 25_000, 2_000_000_000, 2_147_482_648, 2_147_483_648] as [Double])
  func `A clock that is set is suspect, found again at once, and trusted again after five seconds`(
    step: Double
  ) {
    var comparison = Comparison(seed: 3)
    #expect(comparison.compare(.quiet, for: 10) == true)
    comparison.ahead += step
    #expect(comparison.exchange(.quiet) == .contradicts)
    #expect(comparison.offset?.isSuspect == true && comparison.isInside)
    #expect(comparison.compare(.quiet, for: 4) == true)
    #expect(comparison.offset?.isSuspect == true)
    #expect(comparison.compare(.quiet, for: 2) == true)
    #expect(comparison.offset?.isSuspect == false)
    #expect(comparison.offset?.halfWidth ?? .zero < .milliseconds(2))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `Both clocks may wrap at any time`(seed: UInt64) {
    let wrap = Int64(UInt32.max) * 1_000
    var dice = Random(seed: seed)
    let now = 3 * wrap - Int64(dice.unit() * 10e9)
    let untilWrap = Double(wrap - now % wrap) / 1e3
    for ahead in [0, -untilWrap, untilWrap - 5e6, 2_147_483_648 - untilWrap, 2_147_483_647] {
      var comparison = Comparison(seed: seed, now: now, ahead: ahead)
      #expect(comparison.compare(.busy, for: 12) == true, "seed \(seed), ahead \(ahead)")
      #expect(comparison.offset?.isSuspect == false)
    }
  }

  @Test
  func `An answer that leaves before it was asked, arrives before it leaves, or takes minutes is suspect`() {
    var bounds = ClockBounds()
    let now = Instant(nanoseconds: 1_000_000_000)
    #expect(bounds.add(hostSent: 990_000, received: 20, sent: 10, at: now) == .impossible)
    #expect(bounds.add(hostSent: 990_000, received: 0, sent: 10_002, at: now) == .impossible)
    #expect(bounds.add(hostSent: 1_000_000 &- 1 << 29, received: 0, sent: 10, at: now) == .impossible)
    #expect(bounds.offset(at: now) == nil)
    #expect(bounds.add(hostSent: 990_000, received: 0, sent: 10_000, at: now) == .agrees)
    #expect(bounds.offset(at: now)?.isSuspect == true)
    #expect(bounds.offset(at: now + .seconds(6))?.isSuspect == false)
    #expect(bounds.offset(at: now)?.roundTrip == 0)
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `Whatever a controller answers, there are bounds`(seed: UInt64) {
    var dice = Random(seed: seed)
    var bounds = ClockBounds()
    var now = Instant(nanoseconds: 1_000_000_000_000)
    for _ in 0..<2_000 {
      let asked = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000)
      now = now + .microseconds(Int64(dice.next() % 2_000_000))
      let received = UInt32(truncatingIfNeeded: dice.next())
      let sent =
        dice.next() % 4 == 0 ? UInt32(truncatingIfNeeded: dice.next()) : received &+ UInt32(dice.next() % 9)
      bounds.add(hostSent: asked, received: received, sent: sent, at: now)
      guard let offset = bounds.offset(at: now) else { continue }
      #expect(offset.halfWidth < .seconds(3), "seed \(seed)")
    }
  }

  @Test func `Bounds and signs are those of the document`() {
    var bounds = ClockBounds()
    let now = Instant(nanoseconds: 10_000_000)
    bounds.add(hostSent: 4_000, received: 107_000, sent: 108_000, at: now)
    let offset = bounds.offset(at: now)
    #expect(offset == ClockOffset(lower: 97_999, upper: 103_002, roundTrip: 5_000, isSuspect: false))
    #expect(bounds.offset(at: now + .seconds(2))?.lower == 97_899)
    #expect(bounds.offset(at: now + .seconds(2))?.upper == 103_102)
  }

  @Test(arguments: [0, 1])
  func `Each exchange gives way to the 256th after it, and the shortest round trip is kept`(narrow: Int) {
    var bounds = ClockBounds()
    var now = Instant(nanoseconds: 10_000_000)
    for number in 0..<300 {
      let asked = UInt32(now.nanoseconds / 1_000)
      let delay: Int64 = number == narrow ? 1_000 : 5_000
      now = now + .microseconds(2 * delay)
      bounds.add(
        hostSent: asked, received: asked &+ UInt32(delay), sent: asked &+ UInt32(delay), at: now)
      let width = bounds.offset(at: now)?.halfWidth ?? .zero
      #expect((width < .milliseconds(2)) == (narrow..<narrow + 256).contains(number), "\(number)")
    }
    #expect(bounds.offset(at: now)?.roundTrip == 2_000)
  }

  @Test(arguments: [(9_982, .agrees), (9_983, .contradicts)] as [(UInt32, ClockBounds.Verdict)])
  func `Two exchanges whose bounds just touch agree, and with 1 µs between them contradict each other`(
    later: UInt32, verdict: ClockBounds.Verdict
  ) {
    var bounds = ClockBounds()
    let now = Instant(nanoseconds: 1_000_000_000)
    // A delay of 9.98 ms in each direction widens the bounds by 0.5 µs at each end.
    let asked: UInt32 = 1_000_000 - 9_980
    #expect(bounds.add(hostSent: asked, received: asked &+ later, sent: asked &+ later, at: now) == .agrees)
    #expect(bounds.add(hostSent: asked, received: asked, sent: asked, at: now) == verdict)
  }

  @Test func `Of 256 exchanges that one contradicts, the older half is discarded, however many came before`()
  {
    var bounds = ClockBounds()
    for number in 0..<300 {
      let (low, high): (Int32, Int32) =
        switch number {
        case 100: (-5_000, 1_000)
        case 160: (-5_000, 2_500)
        case 299: (2_000, 3_000)
        default: (-5_000, 5_000)
        }
      let arrived = 1_000_000 + UInt32(number) * 1_000
      let asked = arrived - 10_000
      let verdict = bounds.add(
        hostSent: asked, received: asked &+ UInt32(bitPattern: high - 1),
        sent: arrived &+ UInt32(bitPattern: low), at: Instant(nanoseconds: Int64(arrived) * 1_000))
      #expect(verdict == (number == 299 ? .contradicts : .agrees), "\(number)")
    }
    let offset = bounds.offset(at: Instant(nanoseconds: 1_299_000_000))
    #expect(offset?.upper ?? 0 > 2_900, "the 160th is gone")
  }

  @Test(
    arguments: [
      (536_870_911, 0, .agrees), (536_870_912, 0, .impossible), (10_000, 10_000, .agrees),
      (10_000, 10_001, .impossible), (536_870_911, 536_870_911, .agrees), (0, 0, .agrees),
      (0, 1, .impossible),
    ] as [(UInt32, UInt32, ClockBounds.Verdict)])
  func `An exchange takes less than 537 s, and the answer no longer than the exchange`(
    elapsed: UInt32, answering: UInt32, verdict: ClockBounds.Verdict
  ) {
    var bounds = ClockBounds()
    let now = Instant(nanoseconds: 1_000_000_000)
    let asked = 1_000_000 &- elapsed
    #expect(bounds.add(hostSent: asked, received: 7, sent: 7 &+ answering, at: now) == verdict)
    let roundTrip = bounds.offset(at: now)?.roundTrip
    #expect(roundTrip == (verdict == .agrees ? elapsed - answering : nil))
  }
}
