import Impairment
import Model
import Sharing
import Testing

/// The tally of a crowd that plays one pad.
@Suite struct CrowdTallyTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)
  private static let (left, right) = (Stick(x: -32_767), Stick(x: 32_767))

  private func after(_ milliseconds: Int64) -> Instant { Self.start + .milliseconds(milliseconds) }

  /// Returns a tally after its first window, in which seats 0, 1 and so on have cast `votes`.
  private func tally(_ preset: CrowdPreset, _ votes: [CrowdVote]) -> CrowdTally {
    var tally = CrowdTally(CrowdTerms(preset), seats: 200)
    for (seat, vote) in votes.enumerated() { tally.cast(vote, by: seat, at: Self.start) }
    _ = tally.advance(to: after(200))
    return tally
  }

  @Test func `Together is the mean of all votes, those for rest too`() {
    let votes = [CrowdVote(stick: Self.right, rightTrigger: 255), CrowdVote(stick: Self.right), .rest, .rest]
    let tally = tally(.together, votes)
    #expect(tally.shown.stick == Stick(x: 16_384), "65,534 of 4, halves away from zero")
    #expect(tally.shown.rightTrigger == 64)
    #expect(tally.counted == 4)
  }

  @Test(arguments: [CrowdPreset.together, .ballot])
  func `A button is down if more than half of the votes press it`(_ preset: CrowdPreset) {
    let (a, ab) = (CrowdVote(buttons: Buttons(.a)), CrowdVote(buttons: [Buttons(.a), Buttons(.b)]))
    #expect(tally(preset, [a, ab, .rest]).shown.buttons == Buttons(.a))
    #expect(tally(preset, [a, ab, .rest, .rest]).shown.buttons == [], "a tie is rest")
    #expect(tally(preset, [ab]).shown.buttons == [Buttons(.a), Buttons(.b)])
  }

  @Test func `A ballot follows the most votes, and a tie is rest`() {
    let (left, right) = (CrowdVote(stick: Stick(x: -20_000, y: 3_000)), CrowdVote(stick: Self.right))
    #expect(tally(.ballot, [left, left, right]).shown.stick == Self.left)
    #expect(tally(.ballot, [left, left, right, right, .rest]).shown.stick == .centre)
    let up = CrowdVote(stick: Stick(x: 20_000, y: -20_000), leftTrigger: 100)
    #expect(
      tally(.ballot, [up, up, right]).shown
        == CrowdVote(stick: Stick(x: 23_170, y: -23_170), leftTrigger: 128))
    let pulled = CrowdVote(rightTrigger: 250)
    #expect(tally(.ballot, [pulled]).shown.rightTrigger == 255)
  }

  @Test func `Everybody steers by the latest vote before the window's end`() {
    var tally = CrowdTally(CrowdTerms(.latest), seats: 3)
    tally.cast(CrowdVote(stick: Self.left), by: 2, at: Self.start)
    tally.cast(CrowdVote(stick: Self.right), by: 0, at: after(100))
    tally.cast(.rest, by: 1, at: after(100))
    tally.cast(CrowdVote(buttons: Buttons(.y)), by: 2, at: after(199))
    _ = tally.advance(to: after(200))
    #expect(tally.shown == CrowdVote(buttons: Buttons(.y)))
    tally.withdraw(2, at: after(250))
    _ = tally.advance(to: after(400))
    #expect(tally.shown == .rest, "of the others, the one who rests was the latest")
  }

  @Test(arguments: [CrowdPreset.together, .ballot], 0..<20 as Range<UInt64>)
  func `The order of the votes does not matter`(_ preset: CrowdPreset, _ seed: UInt64) {
    var random = Random(seed: seed)
    let votes = (0..<200).map { _ in Self.vote(&random) }
    let first = tally(preset, votes)
    var other = CrowdTally(CrowdTerms(preset), seats: 200)
    let seats = (0..<200).shuffled(using: &random)
    for (seat, vote) in zip(seats, votes.shuffled(using: &random)) {
      other.cast(Self.vote(&random), by: seat, at: Self.start)
      other.cast(
        vote, by: seat, at: Self.start + .microseconds(Int64.random(in: 0...199_000, using: &random)))
    }
    _ = other.advance(to: after(200))
    #expect(first.shown == other.shown, "seed \(seed)")
    #expect(first.counted == 200 && other.counted == 200)
  }

  private static func vote(_ random: inout Random) -> CrowdVote {
    CrowdVote(
      stick: Stick(
        x: .random(in: -32_767...32_767, using: &random), y: .random(in: -32_767...32_767, using: &random)),
      leftTrigger: .random(in: 0...255, using: &random), rightTrigger: .random(in: 0...255, using: &random),
      buttons: Buttons(rawValue: .random(in: 0...31, using: &random)))
  }

  @Test func `A seat has one vote, the newest`() {
    var tally = CrowdTally(CrowdTerms(.ballot), seats: 2)
    for _ in 0..<10 { tally.cast(CrowdVote(stick: Self.left), by: 0, at: Self.start) }
    tally.cast(CrowdVote(stick: Self.right), by: 0, at: Self.start)
    _ = tally.advance(to: after(200))
    #expect((tally.counted, tally.shown.stick) == (1, Self.right))
  }

  @Test func `A vote lives 1500 ms, and is not counted any more after that`() {
    var tally = tally(.ballot, [CrowdVote(stick: Self.right)])
    for window in 2...7 {
      let isDue1 = tally.advance(to: after(Int64(window) * 200))
      #expect(isDue1)
      #expect(tally.counted == 1 && tally.shown.stick == Self.right)
    }
    #expect(tally.vote(of: 0, at: after(1_500)) != nil && tally.vote(of: 0, at: after(1_501)) == nil)
    let isDue2 = tally.advance(to: after(1_600))
    #expect(isDue2)
    #expect(tally.counted == 0 && tally.shown == .rest)
    #expect(tally.due == .distantFuture, "nothing is due while nobody votes")
  }

  @Test func `A vote in a long window counts at its end, and the pad shows the result for a second`() {
    var tally = CrowdTally(CrowdTerms(.ballot, window: 30_000), seats: 2)
    tally.cast(CrowdVote(stick: Self.left), by: 1, at: Self.start)
    let isDue3 = tally.advance(to: after(29_999))
    #expect(!isDue3)
    let isDue4 = tally.advance(to: after(30_020))
    #expect(isDue4, "a late call counts what lived in time")
    #expect(tally.shown.stick == Self.left)
    #expect(tally.due == after(31_020))
    let isDue5 = tally.advance(to: after(31_020))
    #expect(isDue5)
    #expect(tally.shown == .rest && tally.result.stick == Self.left)
    let isDue6 = tally.advance(to: after(60_000))
    #expect(isDue6)
    #expect(tally.counted == 0 && tally.due == .distantFuture)
  }

  @Test(arguments: [1_001, 1_200, 1_499, 1_500, 1_501, 2_000, 30_000] as [UInt16], [0, 1, 200, 999, 1_000])
  func `One touch counts at the end of one long window, however late the end is noticed`(
    _ window: UInt16, _ before: Int64
  ) {
    for late in [0, 1, 5] as [Int64] {
      var tally = CrowdTally(CrowdTerms(.ballot, window: window), seats: 2)
      tally.cast(CrowdVote(stick: Self.left), by: 0, at: Self.start)
      tally.cast(CrowdVote(stick: Self.right), by: 1, at: after(Int64(window) - before + late))
      _ = tally.advance(to: after(Int64(window) + late))
      #expect(tally.counted == 2)
      while tally.due != .distantFuture { _ = tally.advance(to: tally.due + .milliseconds(late)) }
      #expect(tally.rounds == 2 && tally.counted == 0 && tally.result == .rest)
    }
  }

  @Test func `One who leaves cuts no step short that others have chosen`() {
    var tally = CrowdTally(CrowdTerms(.ballot, window: 5_000), seats: 3)
    for seat in 0...1 { tally.cast(CrowdVote(stick: Self.left), by: seat, at: Self.start) }
    _ = tally.advance(to: after(5_000))
    tally.withdraw(2, at: after(5_100))
    tally.withdraw(0, at: after(5_100))
    #expect(tally.shown.stick == Self.left && tally.due == after(6_000))
    tally.withdraw(1, at: after(5_200))
    #expect(tally.shown == .rest && tally.due == .distantFuture)
  }

  @Test func `The pad rests at once when the last vote is withdrawn`() {
    var tally = tally(.together, [CrowdVote(stick: Self.left), CrowdVote(stick: Self.left)])
    tally.withdraw(0, at: after(210))
    #expect(tally.shown.stick == Self.left)
    tally.withdraw(1, at: after(220))
    #expect(tally.shown == .rest && tally.due == .distantFuture && tally.counted == 0)
  }

  @Test func `Each vote knows how many want the same`() {
    let wish = CrowdVote(stick: Self.left, buttons: Buttons(.a))
    let alike = CrowdVote(stick: Stick(x: -12_000, y: 1_000), leftTrigger: 40, buttons: Buttons(.a))
    var tally = tally(.ballot, [wish, alike, CrowdVote(stick: Self.left), .rest, .rest])
    #expect((0..<6).map { tally.agreeing(with: $0) } == [2, 2, 1, 2, 2, 0])
    tally.withdraw(0, at: after(300))
    #expect(tally.agreeing(with: 0) == 0)
  }

  @Test func `A tally that is called much too late goes on from there`() {
    var tally = tally(.together, [CrowdVote(stick: Self.left)])
    let isDue7 = tally.advance(to: after(1_250))
    #expect(isDue7)
    #expect(tally.due == after(1_250))
    tally.cast(CrowdVote(stick: Self.right), by: 0, at: after(1_250))
    let isDue8 = tally.advance(to: after(1_250))
    #expect(isDue8)
    #expect(tally.due == after(1_450))
    #expect(tally.rounds == 3 && tally.shown.stick == Self.right)
  }

  @Test func `Only the buttons of the page can be voted for`() {
    #expect(
      CrowdVote(buttons: Buttons(rawValue: .max)).buttons == [.init(.a), .init(.b), .init(.x), .init(.y)])
  }
}
