import Bridge
import Buzzer
import Model
import Room
import TestHost
import Testing
import Wire

/// The ways in which players join teams.
@Suite struct TeamTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)

  @Test func `Swipes change the team no faster than people do, and those of others not at all`() {
    var evening = HostHarness.plain(mode: .lobby)
    for number in 1...2 as ClosedRange<UInt16> { evening.hold(number, at: 0) }
    let start = evening.now
    var (teams, sequence) = ([evening.room.quiz.scores.team(of: first)], UInt16(1))
    while evening.now < start + .seconds(10) {
      evening.swipe(1, from: 10_000, to: 40_000, at: sequence)
      sequence += 2
      let team = evening.room.quiz.scores.team(of: first)
      if team != teams.last { teams.append(team) }
    }
    #expect((20...24).contains(teams.count - 1), "four at once and two a second, of 80 swipes")
    evening.swipe(2, from: 40_000, to: 10_000, at: 1)
    #expect(evening.room.quiz.scores.team(of: second) == 8)
  }

  @Test func `A swipe to the right is the next team, one to the left the former, and none comes after eight`()
  {
    var evening = HostHarness.plain(mode: .lobby)
    evening.hold(1, at: 0)
    var (teams, sequence) = ([UInt8](), UInt16(1))
    for isRight in [Bool](repeating: true, count: 10) + [false, false, false] {
      evening.swipe(1, from: isRight ? 10_000 : 40_000, to: isRight ? 40_000 : 10_000, at: sequence)
      sequence += 2
      teams.append(evening.room.quiz.scores.team(of: first))
      evening.pass(.seconds(1))
    }
    #expect(teams == [1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 0, 8, 7])
  }

  @Test func `A choice that is repeated, as over a data channel, counts as one`() {
    var evening = HostHarness.plain(mode: .lobby)
    evening.hold(1, at: 0)
    for team in 1...4 as ClosedRange<UInt8> {
      for _ in 0..<3 { #expect(evening.room.chooseTeam(team, of: first, at: evening.now) == true) }
    }
    #expect(evening.room.chooseTeam(5, of: first, at: evening.now) == false)
    #expect(evening.room.chooseTeam(4, of: first, at: evening.now) == true)
    evening.set(.play)
    #expect(evening.room.chooseTeam(4, of: first, at: evening.now) == false, "nobody gathers")
  }

  @Test func `A page's choices and swipes have one limit, which binds neither others nor the host`() {
    var evening = HostHarness.plain(mode: .lobby)
    for number in 1...2 as ClosedRange<UInt16> { evening.hold(number, at: 0) }
    let choose = { (evening: inout HostHarness, team: UInt8, slot: PlayerSlot) in
      evening.room.chooseTeam(team, of: slot, at: evening.now)
    }
    for team in 1...4 as ClosedRange<UInt8> { #expect(choose(&evening, team, first) == true) }
    #expect(choose(&evening, 5, first) == false)
    evening.swipe(1, from: 10_000, to: 40_000, at: 1)
    #expect(evening.room.quiz.scores.team(of: first) == 4, "the swipe has come too early as well")
    #expect(choose(&evening, 7, second) == true)
    #expect(evening.room.obey(.team(first, 8), at: evening.now) == true)
    evening.pass(.seconds(1))
    #expect(choose(&evening, 1, first) == true)
    #expect(choose(&evening, 9, second) == false, "there are eight")
    evening.set(.play)
    evening.pass(.seconds(5))
    #expect(choose(&evening, 2, first) == false, "nobody gathers")
    #expect([first, second].map { evening.room.quiz.scores.team(of: $0) } == [1, 7])
  }
}
