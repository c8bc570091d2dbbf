import Console
import Handset
import Model
import Testing
import TiltpadClient
import Wire

@testable import Commands

@Suite struct SessionPrinterTests {
  private func lines(_ news: [ConnectionNews]) -> [String] {
    var printer = SessionPrinter(of: "Den")
    return news.compactMap { printer.line(for: $0) }
  }

  @Test func `A host that goes away and comes back is told as that`() throws {
    let player = try #require(PlayerSlot(number: 2))
    let begin = [ConnectionState.connecting, .waiting, .connected(player)].map(ConnectionNews.state)
    #expect(lines(begin).last == "player 2")
    let back = begin + [.state(.connecting), .state(.connected(player))]
    #expect(lines(back).suffix(2) == ["Den is away; looking for it", "back: player 2"])
    #expect(lines(back + [.state(.denied(.full))]).last == "denied: full")
    #expect(lines([.state(.disconnected(.none))]).isEmpty)
    #expect(Failure(.connected(player), at: "Den") == nil)
    #expect(Failure(.denied(.full), at: "Den")?.what == "Den does not admit this controller: full")
    #expect(Failure(.disconnected(.none), at: "Den") == nil)
  }

  @Test func `Messages and digits are lines that cannot break the terminal`() {
    let message = ReceivedMessage(channel: 3, bytes: Array("hi\u{1b}[2J".utf8), isReliable: true)
    #expect(
      lines([.message(message), .shortCode(42)]) == [
        #"message on channel 3: "hi\u001b[2J""#,
        "compare 000042 with the number at the host; if they match, admit it there: tiltpad accept 000042",
      ])
  }

  @Test func `A round is told by the player's own place in it`() throws {
    let (first, second) = (try #require(PlayerSlot(number: 1)), try #require(PlayerSlot(number: 2)))
    let armed = Round(number: 4, phase: RoundPhase.armed.rawValue, winner: 0, margin: Round.noMargin)
    let won = Round(number: 4, phase: RoundPhase.locked.rawValue, winner: 1, margin: Round.noMargin)
    #expect(
      lines([.state(.connected(first)), .round(armed), .round(armed), .round(won)])
        == ["player 1", "round 4: press!", "round 4: you were first!"])
    #expect(lines([.state(.connected(second)), .round(won)]).last == "round 4: player 1 was first")
  }

  @Test(arguments: [20, 60, 300]) func `The status keeps within the terminal`(columns: Int) throws {
    let player = try #require(PlayerSlot(number: 2))
    var status = JoinStatus(name: "Den", state: .connected(player), roundTrip: .milliseconds(12))
    status.feedback.strong = 65_535
    status.hasKeys = true
    let text = status.text(columns: columns)
    #expect(text.count < columns && text.hasPrefix("Den: player 2  "))
    status.mode = .lobby
    #expect(status.text(columns: columns).hasPrefix("Den: player 2  mod"))
    if columns == 300 { #expect(text.contains("12.0 ms  rumble 100/0 %  roll")) }
  }
}
