import Cryptography
import Guards
import Model
import Testing
import Wire

@testable import Bridge

/// The times at which the host sends packets to one controller, to the nanosecond.
@Suite struct ScheduleTests {
  private let start = Instant(nanoseconds: 1_000_000_000_000)
  private let nanosecond = Interval(nanoseconds: 1)

  private func time(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  /// Returns a clock that was queried for the first time at the start, and then nine more times.
  private func watch() -> ClockWatch {
    var watch = ClockWatch()
    watch.begin(at: start)
    for _ in 0..<10 { _ = watch.nextQuestion(at: watch.due) }
    return watch
  }

  @Test func `A clock is asked ten times every 20 ms, every 100 ms for three seconds, then every 500 ms`() {
    var (watch, asked) = (ClockWatch(), [Int64]())
    #expect(watch.due == .distantFuture)
    watch.begin(at: start)
    while asked.count < 42 {
      let due = watch.due
      #expect(watch.nextQuestion(at: due - nanosecond) == nil)
      guard let shown = watch.nextQuestion(at: due) else { break }
      asked.append((due - start).microseconds / 1_000)
      watch.apply(Pong(hostSent: shown, received: shown, sent: shown), step: 1, at: due)
      watch.begin(at: due)
    }
    let often = Array(stride(from: Int64(0), through: 180, by: 20))
    let seldom = Array(stride(from: Int64(280), through: 3_080, by: 100))
    #expect(asked == often + seldom + [3_580, 4_080, 4_580])
    watch.end()
    #expect(watch.due == .distantFuture && watch.bounds.offset(at: start) == nil)
  }

  @Test(arguments: [(3_000, 100, 500), (10_000, 500, nil)] as [(Int64, Int64, Int64?)])
  func `The pace of questions changes at its time`(at milliseconds: Int64, before: Int64, after: Int64?) {
    for (early, pause) in [(nanosecond, before), (.zero, after)] as [(Interval, Int64?)] {
      var watch = watch()
      let now = time(milliseconds) - early
      _ = watch.nextQuestion(at: now)
      let due = pause.map { now + Interval.milliseconds($0) } ?? .distantFuture
      #expect(watch.due == due)
    }
  }

  @Test func `A round hurries the questions once, unless nobody answers`() {
    var watch = watch()
    watch.hurry(true, at: time(200))
    #expect(watch.due == time(200))
    _ = watch.nextQuestion(at: time(200))
    watch.hurry(true, at: time(210))
    #expect(watch.due == time(250))
    watch.hurry(false, at: time(220))
    #expect(watch.due == time(250))
    _ = watch.nextQuestion(at: time(250))
    #expect(watch.due == time(350))
    _ = watch.nextQuestion(at: time(10_000))
    watch.hurry(true, at: time(10_010))
    #expect(watch.due == .distantFuture)
  }

  @Test(arguments: [(0, true), (1, false)] as [(Int64, Bool)])
  func `An answer counts for two seconds, and once`(late: Int64, counts: Bool) throws {
    var watch = ClockWatch()
    watch.begin(at: start)
    let asked = watch.nextQuestion(at: start)
    let shown = try #require(asked)
    let pong = Pong(hostSent: shown, received: shown, sent: shown)
    let answered = time(2_000) + Interval(nanoseconds: late)
    watch.apply(pong, step: 1, at: answered)
    #expect((watch.bounds.offset(at: answered) != nil) == counts)
    watch.apply(pong, step: 1, at: answered + .milliseconds(500))
    _ = watch.nextQuestion(at: time(12_000))
    #expect(watch.due == .distantFuture, "ten seconds after the first answer, or without one")
  }

  @Test func `An answer counts for two seconds while a round hurries the questions`() throws {
    var watch = watch()
    watch.hurry(true, at: time(200))
    let asked = watch.nextQuestion(at: time(200))
    let shown = try #require(asked)
    while watch.due < time(2_200) { _ = watch.nextQuestion(at: watch.due) }
    watch.apply(Pong(hostSent: shown, received: shown, sent: shown), step: 1, at: time(2_200))
    #expect(watch.bounds.offset(at: time(2_200)) != nil)
  }

  @Test func `The state of a round is told at once, after 20 ms and after 60 ms, and with each receipt`() {
    var notice = RoundNotice()
    let round = Round(number: 1, phase: RoundPhase.armed.rawValue, winner: 0, margin: Round.noMargin)
    for begin in [0, 500] as [Int64] {
      if begin == 0 { notice.want(round, at: start) } else { notice.listen(at: time(begin)) }
      for (now, next) in [(0, 20), (20, 60), (60, nil)] as [(Int64, Int64?)] {
        #expect(notice.due == time(begin + now))
        #expect(notice.next(withAcknowledgement: false, at: time(begin + now) - nanosecond) == nil)
        #expect(notice.next(withAcknowledgement: true, at: time(begin + now) - nanosecond) == round)
        #expect(notice.next(withAcknowledgement: false, at: time(begin + now)) == round)
        let due = next.map { time(begin + $0) } ?? .distantFuture
        #expect(notice.due == due)
      }
      notice.want(round, at: time(begin + 100))
      notice.listen(at: time(begin + 100))
      #expect(notice.due == .distantFuture, "nothing has changed")
      notice.pause()
    }
    notice.want(nil, at: time(1_000))
    notice.want(round, at: time(1_010))
    #expect(notice.due == .distantFuture, "the controller is away")
    notice.want(nil, at: time(1_020))
    notice.listen(at: time(1_030))
    #expect(notice.due == .distantFuture && notice.next(withAcknowledgement: true, at: time(1_030)) == nil)
  }

  @Test func `A new state of the motors is told 33.334 ms after the last one`() {
    var schedule = FeedbackSchedule()
    schedule.want(PadFeedback(strong: 1), at: start)
    #expect(schedule.due == .distantFuture && schedule.next(at: start) == nil, "nobody listens")
    schedule.listen(at: start)
    #expect(schedule.due == start && schedule.next(at: start)?.strong == 1)
    #expect(schedule.due == time(200))
    for strong in [2, 3] as [UInt16] { schedule.want(PadFeedback(strong: strong), at: time(Int64(strong))) }
    let due = start + .microseconds(33_334)
    #expect(schedule.due == due && schedule.next(at: due - nanosecond) == nil)
    #expect(schedule.next(at: due)?.strong == 3)
    schedule.want(PadFeedback(strong: 3), at: time(100))
    #expect(schedule.due == due + .milliseconds(200), "it is the same")
  }

  @Test func `A pad is exchanged a second after the last one, and once`() {
    var request = IdentityRequest(granted: [0, 5], at: start)
    request.note(7)
    #expect(request.number == 0 && request.deadline == .distantFuture && !request.grants(7))
    request.note(5)
    #expect(request.number == 5 && request.deadline == time(1_000) && request.grants(5))
    let early = request.follow(at: time(1_000) - nanosecond)
    let (first, second) = (request.follow(at: time(1_000)), request.follow(at: time(3_000)))
    #expect(!early && first && !second && request.deadline == .distantFuture)
    request.outdate(at: time(1_100))
    #expect(request.deadline == time(1_100))
    let isFollowed = request.follow(at: time(1_100))
    request.note(0)
    #expect(isFollowed && request.deadline == time(2_100))
  }

  @Test(arguments: [true, false])
  func `A device that is described gets its pad at once if the player has none, which waits two seconds`(
    isPostponed: Bool
  ) {
    var request = IdentityRequest(granted: [0], at: start)
    if isPostponed {
      request.await(at: start)
      #expect(request.deadline == time(2_000))
    }
    request.noteDescription(at: time(500))
    #expect(request.number == IdentityRequest.described)
    #expect(request.deadline == time(isPostponed ? 500 : 1_000))
    request.begin(at: time(1_000))
    #expect(request.deadline == .distantFuture)
    request.noteDescription(at: time(1_500))
    #expect(request.deadline == time(2_000), "the pad is there")
    request.withdrawDescription()
    #expect(request.number == 0)
  }

  @Test func `A first packet with the whole description gets its pad at once`() {
    var request = IdentityRequest(granted: [0], at: start)
    request.noteDescription(at: start)
    request.await(at: start)
    #expect(request.deadline == start)
    let isDue = request.follow(at: start)
    #expect(isDue && request.deadline == .distantFuture)
  }

  @Test(arguments: [(0, true), (1, false)] as [(Int64, Bool)])
  func `Four takeovers in ten seconds shut a key out for 30 s, and in more do not`(late: Int64, isOut: Bool) {
    var takeovers = TakeoverLimit()
    let key = PublicKey(Bytes32(repeating: 1))
    for _ in 0..<3 { _ = takeovers.note(key, at: start) }
    let last = time(10_000) + Interval(nanoseconds: late)
    #expect(takeovers.note(key, at: last) == isOut)
    #expect(takeovers.isShutOut(key, at: last + .seconds(30) - nanosecond) == isOut)
    #expect(!takeovers.isShutOut(key, at: last + .seconds(30)))
  }
}
