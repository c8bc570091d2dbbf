import Bridge
import Buzzer
import Engine
import Model
import Modes
import Room
import TestHost
import Testing
import TiltpadClient
import Wire

/// An app that greets each player who enters its mode.
private struct Greeter: App {
  let mode: Mode
  let recipients: Recipients = .pad

  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    if case .started = message, let player { stage.send([7], on: 3, to: PlayerSlots(player)) }
    return .pass
  }
}

/// An app without a period, which sends everybody a byte at each update.
private struct Ticker: App {
  let mode: Mode
  let recipients: Recipients = .pad

  mutating func hear(_ message: NodeMessage, of player: PlayerSlot?, on stage: inout Stage) -> Reply {
    if case .update = message { stage.send([1], on: 4, to: .all) }
    return .pass
  }
}

@Suite struct EngineTests {
  @Test func `An app is updated when a player leaves`() throws {
    let mode = try #require(Mode(rawValue: 130))
    var party = Gathering(2, apps: [PadApp(.play), Ticker(mode: mode)])
    party.play()
    party.room.setMode(mode, at: party.now)
    party.run(.milliseconds(300))
    let before = party.seats[0].messages.count
    party.seats[1].session.leave(at: party.now)
    party.run(.milliseconds(300))
    #expect(party.seats[0].messages.count == before + 1)
  }

  @Test func `Players begin in the room's mode from the first packet on`() {
    let host = HostHarness.plain(mode: .buzzer)
    #expect(host.bridge.entry.mode == .buzzer && host.bridge.entry.recipients == .presses)
  }

  @Test func `What an app of the room says is repeated until the player's program has it`() throws {
    let mode = try #require(Mode(rawValue: 130))
    var party = Gathering(1, apps: [PadApp(.play), Greeter(mode: mode)])
    party.play()
    party.seats[0].isDeaf = true
    party.room.setMode(mode, at: party.now)
    party.run(.milliseconds(300))
    #expect(party.seats[0].messages == [])
    party.seats[0].isDeaf = false
    party.run(.seconds(1))
    #expect(party.seats[0].messages == [ReceivedMessage(channel: 3, bytes: [7], isReliable: true)])
  }

  @Test func `Each acknowledgement repeats the state of the round, for those who have missed it`() {
    var evening = HostHarness.plain()
    evening.receive(Packet(0).datagram)
    let round = Round(number: 3, phase: RoundPhase.armed.rawValue, winner: 0, margin: Round.noMargin)
    evening.bridge.players.post(round, to: PlayerSlot(index: 0), at: evening.now)
    evening.pass(.milliseconds(500))
    evening.sent = []
    let press = Packet(1, buttons: Buttons(.a), nextEdge: 1).edges(from: 0, Edge(.a, isPress: true))
    evening.receive(press.datagram)
    let answers = evening.sent.compactMap { sent in
      sent.datagram.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size) }
    }
    #expect(answers.map(\.acknowledgement?.nextEdge) == [1] && answers.map(\.round) == [round])
  }

  @Test func `While a round is armed the players are asked for their clocks 20 times a second`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.room.obey(.automatic(false), at: den.now)
    den.room.setMode(.buzzer, at: den.now)
    den.connect(&phone)
    den.pass(.seconds(4), with: &phone)
    var counts: [Int] = []
    for order in [nil, .arm, .clear] as [QuizOrder?] {
      if let order { #expect(den.room.obey(order, at: den.now) == true) }
      den.pass(.milliseconds(50), with: &phone)
      phone.pings = 0
      den.pass(.seconds(1), with: &phone)
      counts.append(phone.pings)
    }
    #expect(
      (1...3).contains(counts[0]) && (18...21).contains(counts[1]) && (1...3).contains(counts[2]), "\(counts)"
    )
  }

  @Test func `The winner's key goes down once, and up again by itself`() throws {
    var party = QuizTests().quizRoom(2)
    party.obey(.arm)
    party.press(1, in: .milliseconds(50))
    let isDecided = party.reaches(within: .milliseconds(400)) { $0.room.quiz.phase == .locked }
    let slot = try #require(party.seats[1].slot)
    #expect(isDecided && party.host.pressed.map(\.slot) == [slot] && party.host.pressed[0].isPress)
    party.run(.seconds(1))
    #expect(party.host.pressed.map(\.slot) == [slot, slot] && !party.host.pressed[1].isPress)
  }

  @Test func `Players and programs hear of a round when it is kept, and in the meantime of nothing else`() {
    var party = QuizTests().quizRoom(2, keptBy: KeptQuiz())
    party.host.keepsAtOnce = false
    party.obey(.arm)
    party.run(.milliseconds(200))
    #expect(party.seats.allSatisfy { $0.rounds.last?.isArmed == true }, "nothing is to be kept yet")
    party.press(1, in: .zero)
    party.run(.milliseconds(500))
    #expect(party.room.quiz.phase == .locked && party.host.unkept.count == 1)
    #expect(party.seats.allSatisfy { $0.rounds.last?.isArmed == true })
    #expect(party.host.engine.stage.phase == .armed)
    party.host.engine.kept(party.host.unkept[0], at: party.now)
    party.run(.milliseconds(200))
    #expect(party.seats.allSatisfy { $0.rounds.last?.isArmed == false })
    #expect(party.host.engine.stage.phase == .locked)
  }
}
