import Model
import Notation
import Testing
import Wire

@testable import Pages

@Suite struct QuizTests {
  func stage(_ players: [(Mode?, UInt8, Int32)], mode: Mode = .buzzer) -> StageStatus {
    var stage = StageStatus(mode: mode)
    for (index, player) in players.enumerated() {
      (stage.players[index].mode, stage.players[index].team, stage.players[index].points) = player
    }
    return stage
  }

  func text(_ stage: StageStatus?, _ names: [String] = []) -> String {
    QuizView(on: stage) { $0.index < names.count ? names[$0.index] : "" }.text
  }

  @Test func `Everybody's points are told, and those of each team`() {
    let stage = stage([(.buzzer, 1, 3), (nil, 0, 0), (.buzzer, 0, -2), (.lobby, 1, -5), (.play, 2, 0)])
    #expect(
      text(stage, ["Aki", "", "Mei \"M\""])
        == #"{"type":"quiz","scores":[{"player":1,"name":"Aki","team":1,"points":3},"#
        + #"{"player":3,"name":"Mei \"M\"","team":0,"points":-2},{"player":4,"name":"","team":1,"points":-5},"#
        + #"{"player":5,"name":"","team":2,"points":0}],"teams":[{"team":1,"points":-2},{"team":2,"points":0}]}"#
    )
  }

  @Test(arguments: [
    (Mode.attract, Int32(0), false), (.play, 0, false), (.tank, 0, false), (.lobby, 0, true),
    (.buzzer, 0, true),
    (.play, 1, true), (.play, -1, true),
  ])
  func `There is a quiz where somebody gathers, is in one or has points`(
    _ mode: Mode, _ points: Int32, _ isOne: Bool
  ) {
    let quiz = QuizView(on: stage([(mode, 0, points)])) { _ in "" }
    #expect((quiz != QuizView()) == isOne)
    #expect(QuizView(on: nil) { _ in "" } == QuizView())
    #expect(QuizView().text == #"{"type":"quiz","scores":[],"teams":[]}"#)
  }

  @Test(arguments: [
    String(repeating: "A", count: 40), "ゲームマスターのあきちゃん", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦", String(repeating: "\u{1}", count: 40), "",
  ])
  func `Sixteen players fit, with as much of their names as there is room for`(_ name: String) throws {
    let names = [String](repeating: name, count: 16)
    for points in [Int32(7), -120, .min, .max] {
      let stage = stage((0..<16).map { (.buzzer, UInt8($0 % 8 + 1), points) })
      let text = text(stage, names)
      #expect(text.utf8.count <= 1_024)
      let read = try JSON(parsing: Array(text.utf8).span)
      guard case .array(let scores) = read["scores"] else {
        Issue.record("no scores in \(text)")
        return
      }
      #expect(scores.count == 16)
      for score in scores {
        let short = try #require(score["name"]?.string)
        #expect(name.hasPrefix(short))
        #expect(score["points"]?.whole(in: Int(points)...Int(points)) != nil)
      }
    }
  }

  @Test func `Names are cut no more than they have to be`() {
    let names = ["Aki of the long name, the first one", "Mei", "Tom"]
    let text = text(stage([(.buzzer, 0, 1), (.buzzer, 0, 2), (.buzzer, 0, 3)]), names)
    for name in names { #expect(text.contains(#""name":"\#(name)""#)) }
  }

  @Test func `Only the newest of what was not sent of a quiz is, behind the texts`() {
    var queue = PageQueue()
    queue.add(binary: [1])
    for number in 0..<20 { queue.add(.quiz, text: "\(number)") }
    let isTaken = queue.add(text: "a")
    #expect(isTaken && !queue.isEmpty)
    var heard: [PageQueue.Message] = []
    while let message = queue.next() { heard.append(message) }
    #expect(heard == [.text("a"), .text("19"), .binary([1])])
    #expect(queue.isEmpty)
  }
}
