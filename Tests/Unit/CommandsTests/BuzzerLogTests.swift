import Buzzer
import Console
import Model
import Store
import Testing

@testable import Commands

@Suite struct BuzzerLogTests {
  private static let armed = Instant(nanoseconds: 5_000)

  private static func press(_ index: Int, _ doubts: PressDoubts = []) -> Press {
    let time = armed + .microseconds(1_000 + Int64(index) * 300)
    return Press(
      of: PlayerSlot(index: index),
      time: HostTime(from: time + .microseconds(-1_100), to: time + .microseconds(200)),
      received: time + .microseconds(5_000), doubts: doubts)
  }

  private static func round(_ names: [String], _ change: (inout RoundRecord) -> Void = { _ in }) -> KeptRound
  {
    var round = RoundRecord(number: 7, armed: armed)
    round.presses = names.indices.map { press($0) }
    change(&round)
    return KeptRound(round: round, armedAt: 1_795_000_000_123, names: names)
  }

  private func lines(_ round: KeptRound) -> [String] {
    let text = BuzzerLog.text([(3, [round])], as: .csv)
    #expect(text.hasSuffix("\r\n"))
    return text.unicodeScalars.split(separator: "\r\n".unicodeScalars).map { String($0) }
  }

  @Test func `A round is a line for each press, and one when there is none`() {
    let full = Self.round(["Ada", "Bob"]) {
      $0.outcome = .winner(PlayerSlot(index: 0))
      ($0.settlement, $0.winners) = (.certain, PlayerSlots(rawValue: 1))
      $0.margin = Decision.Margin(lead: .microseconds(1_400), uncertainty: .microseconds(1_300))
      ($0.falseStarts, $0.unheard) = (PlayerSlots(rawValue: 0x8004), PlayerSlots(rawValue: 8))
      $0.presses[1] = Self.press(1, [.clock, .stalled])
    }
    #expect(
      lines(full) == [
        "quiz,round,armed_ms,settlement,outcome,first,winners,lead_us,uncertainty_us,false_starts,unheard,"
          + "place,player,name,earliest_us,latest_us,received_us,doubts",
        "3,7,1795000000123,certain,winner,1,1,1400,1300,3 16,4,1,1,Ada,-100,1200,6000,",
        "3,7,1795000000123,certain,winner,1,1,1400,1300,3 16,4,2,2,Bob,200,1500,6300,clock stalled",
      ])
    #expect(lines(Self.round([])).dropFirst() == ["3,7,1795000000123,open,,,,,,,,,,,,,,"])
    let tied = Self.round(["Ada"]) { $0.outcome = .tooClose(PlayerSlots(rawValue: 3)) }
    #expect(lines(tied)[1].hasPrefix("3,7,1795000000123,open,too-close,1 2,,"))
    #expect(lines(tied).allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 18 })
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-x", "'-x"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
    ("\r=1", "\"'\r=1\""), ("＝1", "'＝1"), ("a=1", "a=1"), ("", ""), ("A, \"B\"", "\"A, \"\"B\"\"\""),
    ("=A,\"B\"", "\"'=A,\"\"B\"\"\""), ("a\nb", "\"a\nb\""), ("\r\nx", "\"'\r\nx\""), ("☃", "☃"),
    ("=\u{301}1", "'=\u{301}1"),
  ])
  func `A name is text for every spreadsheet`(_ name: (given: String, printed: String)) {
    let text = BuzzerLog.text([(1, [Self.round([name.given])])], as: .csv)
    #expect(text.contains(",1,1,\(name.printed),-100,"), "\(text)")
  }

  @Test func `JSON is an object for each round`() {
    let round = Self.round(["\"=x\""]) {
      $0.outcome = .tooClose(PlayerSlots(rawValue: 3))
      $0.margin = Decision.Margin(lead: .microseconds(-40), uncertainty: .zero)
    }
    let expected =
      #"{"quiz":2,"round":7,"armed":1795000000123,"settlement":"open","outcome":"too-close","first":[1,2],"#
      + #""winners":[],"lead":-40,"uncertainty":0,"falseStarts":[],"unheard":[],"presses":[{"player":1,"#
      + #""name":"\"=x\"","earliest":-100,"latest":1200,"received":6000,"doubts":[]}]}"#
    #expect(BuzzerLog.text([(2, [round, round])], as: .json) == "\(expected)\n\(expected)\n")
    #expect(BuzzerLog.text([(2, [Self.round([])])], as: .json).contains(#""outcome":null,"first":[]"#))
    #expect(BuzzerLog.text([], as: .json).isEmpty)
  }

  @Test func `Every settlement has a word of its own`() {
    #expect(Set(RoundRecord.Settlement.allCases.map(\.label)).count == RoundRecord.Settlement.allCases.count)
  }

  @Test func `A quiz is chosen by its number, and the last one without`() throws {
    let choose = { (text: String?) throws(Failure) in
      try BuzzerLog.Choice(text, of: "x").chosen(from: [4, 5, 9])
    }
    #expect(try choose(nil) == [9])
    #expect(try choose("all") == [4, 5, 9])
    #expect(try choose("5") == [5])
    #expect(try BuzzerLog.Choice(nil, of: "x").chosen(from: []).isEmpty)
    for (text, status) in [("6", Failure.Status.failed), ("0", .usage), ("-1", .usage), ("x", .usage)] {
      do throws(Failure) {
        _ = try choose(text)
        Issue.record("\(text)")
      } catch {
        #expect(error.status == status)
      }
    }
  }
}
