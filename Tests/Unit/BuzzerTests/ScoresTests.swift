import Model
import Testing

@testable import Buzzer

@Suite struct ScoresTests {
  private let first = PlayerSlot(index: 0)
  private let last = PlayerSlot(index: 15)

  @Test func `The last thirty-two changes can be undone, one after the other`() {
    var scores = Scores()
    for _ in 0..<33 { scores.add(1, to: PlayerSlots(last)) }
    var undone: [Int32] = []
    while undone.count < 40, scores.undo() { undone.append(scores.points(of: last)) }
    let expected: [Int32] = (1...32).reversed()
    #expect(undone == expected)
  }

  @Test func `Points that would overflow stay, and those of the others change`() {
    var scores = Scores()
    scores.add(.max, to: PlayerSlots(first))
    scores.add(1, to: [PlayerSlots(first), PlayerSlots(last)])
    #expect(scores.points(of: first) == .max && scores.points(of: last) == 1)
  }

  @Test(arguments: [(0, true), (8, true), (9, false), (255, false)] as [(UInt8, Bool)])
  func `A team above eight is none, and a former one above eight is the eighth`(team: UInt8, isTeam: Bool) {
    var scores = Scores()
    let isFirst = scores.put(last, into: 3)
    let isPut = scores.put(last, into: team)
    #expect(isFirst && isPut == isTeam && scores.team(of: last) == (isTeam ? team : 3))
    scores.replace(last, points: 7, team: team)
    #expect(scores.team(of: last) == (isTeam ? team : 8) && scores.points(of: last) == 7)
  }

  @Test(arguments: [true, false])
  func `Neither a new player nor a new beginning can be undone`(replaces: Bool) {
    var scores = Scores()
    _ = scores.put(first, into: 3)
    scores.add(5, to: PlayerSlots(first))
    if replaces { scores.replace(last, points: 2, team: 1) } else { scores.clear() }
    let isUndone = scores.undo()
    #expect(!isUndone && scores.points(of: first) == (replaces ? 5 : 0) && scores.team(of: first) == 3)
  }
}
