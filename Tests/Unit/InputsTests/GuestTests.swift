import Dialects
import Model
import Testing
import Wire

@testable import Inputs

/// The limits on the harm that one guest can do to others.
@Suite struct GuestTests {
  /// Handles a DroidPad message on the connection from `port` at the address 10.0.0.1.
  private func say(_ text: String, from port: UInt16, to desk: inout Desk) {
    let bytes = Array(text.utf8)
    let endpoint = Endpoint(address: Desk.place(1).address, port: port)
    desk.sources.receive(bytes.span, at: Dialect.streamPortIndex, of: 0, from: endpoint, at: desk.now)
    while let action = desk.sources.next() { desk.actions.append(action) }
  }

  @Test func `A connection takes the place of the one before, with nothing held`() throws {
    var desk = try Desk(protocol: "droidpad", "allow=10.0.0.0/8 confirm=no")
    say(#"{"id":"A","type":"BUTTON","state":"PRESS"}"#, from: 1, to: &desk)
    #expect(desk.popFrames().last?.edges?.count == 1)
    say(#"{"id":"l","type":"JOYSTICK","x":1,"y":0}"#, from: 2, to: &desk)
    let former = Endpoint(address: Desk.place(1).address, port: 1)
    let ended = desk.actions.contains {
      if case .hangUp(former, input: 0) = $0 { true } else { false }
    }
    #expect(ended)
    let frames = try #require(desk.popFrames().last)
    #expect(frames.edges.map { ($0.count, $0[1].isPress) } ?? (0, true) == (2, false))
    #expect(frames.state?.sticks?.left.x == 32_767)
    say(#"{"id":"B","type":"BUTTON","state":"PRESS"}"#, from: 2, to: &desk)
    desk.sources.close(former, of: 0, at: desk.now)
    #expect(desk.sources.playing == 1, "the end of the former one is known only now")
    #expect(desk.popFrames().last?.state?.sticks?.left.x == 32_767)
  }

  @Test func `Who is removed while it is away has to ask again, and so does who has given way meanwhile`()
    throws
  {
    for hasGivenWay in [false, true] {
      var desk = try Desk("allow=127.0.0.1,10.0.0.0/8", answers: Answers("retropad 127.0.0.1 0 yes\n"))
      desk.hear()
      desk.seat()
      desk.wait(.seconds(hasGivenWay ? 700 : 31))
      if hasGivenWay { for number: UInt8 in 1...16 { desk.hear(from: number) } }
      desk.hear(
        .seat(SeatNotice(controller: desk.controller(), slot: nil, refusal: .deniedByHost, limit: 4)))
      #expect(desk.sources.answers.text == "")
    }
  }

  @Test(arguments: [Refusal.full, .locked, .timeout, .none])
  func `A refusal for one who has given way to another takes nobody's permission`(_ refusal: Refusal) throws {
    var desk = try Desk("allow=127.0.0.1,10.0.0.0/8", answers: Answers("retropad 127.0.0.1 0 yes\n"))
    desk.hear()
    desk.seat()
    let answers = desk.sources.answers.text
    desk.wait(.seconds(700))
    for number: UInt8 in 1...16 { desk.hear(from: number) }
    let gone = desk.controller()
    desk.hear(.seat(SeatNotice(controller: gone, slot: nil, refusal: refusal, limit: 4)))
    desk.hear(.seat(SeatNotice(controller: 5, slot: nil, refusal: .deniedByHost, limit: 4)))
    #expect(desk.sources.answers.text == answers && answers.contains("yes"))
  }

  @Test func `An address at its own limit of strangers displaces nobody, however long that has been silent`()
    throws
  {
    var desk = try Desk("allow=10.0.0.0/8", answers: Answers("retropad 10.0.0.1 0 yes\n"))
    desk.hear(from: 1)
    desk.wait(.seconds(700))
    let message = RetroPadChange.axis(.leftX, 32_767).datagram.bytes
    for port: UInt8 in 0..<5 {
      desk.sources.receive(message.span, at: port, of: 0, from: Desk.place(2), at: desk.now)
    }
    #expect(desk.sources.waiting == 4 && desk.sources.refusals == 1)
    #expect(desk.sources.all.contains { $0.key.address == Desk.place(1).address })
  }

  @Test(arguments: [
    "retropad 10.0.0.1 0\n", "retropad 10.0.0.1\n", "retropad\n", "retropad 10.0.0.1 0 yes 1001 x\n",
    "gopher 10.0.0.1 0 yes\n", "retropad den 0 yes\n", "retropad 10.0.0.1 256 yes\n",
    "retropad 10.0.0.1 0 maybe\n",
    "retropad 10.0.0.1 0 yes xyz\n",
  ])
  func `A line of another form is no answer, and hides none`(_ line: String) {
    let good = "retropad 10.0.0.2 0 no 7\n"
    #expect(Answers(line).text == "" && Answers(line + good).text == good)
  }

  @Test func `While the daemon is away nobody is announced to it, and afterwards everyone is`() throws {
    var desk = try Desk()
    desk.sources.loseDaemon()
    desk.hear()
    #expect(desk.popGuests() == [] && desk.sources.waiting == 1)
    desk.sources.findDaemon()
    desk.hear()
    #expect(desk.popGuests() == [.waits])
  }

  @Test(arguments: ["retropad", "retropad port=2000"])
  func `An input of several ports listens on those that follow each other`(_ words: String) throws {
    let ports = try HeardInput(words).ports
    #expect(ports.count > 1 && ports == (0..<UInt16(ports.count)).map { ports[0] + $0 })
  }

  @Test func `Two servers at one address are two controllers, each with its own pads and motors`() throws {
    var desk = try Desk(protocol: "dsu", "servers=10.0.0.1:1000,10.0.0.1:1001 confirm=no")
    var pad = DSUPad(DSUPort(slot: 1, .connected))
    pad.isConnected = true
    let message = DSUAnswer(server: 9, .pad(pad)).datagram.bytes
    for port: UInt16 in [1_000, 1_001] {
      let server = Endpoint(address: Desk.place(1).address, port: port)
      desk.sources.receive(message.span, at: 0, of: 0, from: server, at: desk.now)
    }
    #expect(desk.sources.playing == 2)
    for (device, port): (UInt8, UInt16) in [(1, 1_000), (5, 1_001)] {
      let key = SourceKey(transport: .dsu, address: Desk.place(1).address, device: device)
      _ = desk.popActions()
      desk.rumble(
        desk.controller(of: key), Feedback(strong: 9, weak: 9, duration: 1, red: 0, green: 0, blue: 0))
      let told = desk.popActions().compactMap { action -> (UInt16, DSURequest.Subject?)? in
        guard case .answer(let bytes, let server, _, _) = action else { return nil }
        return (server.port, try? DSURequest(parsing: bytes.span).subject)
      }
      #expect(told.map(\.0) == [port, port])
      #expect(told.first?.1 == .rumble(DSUSelection(slot: 1), motor: 0, strength: 0))
    }
  }

  @Test func `A number is drawn, is nobody else's, and stays with its controller`() throws {
    var desk = try Desk("allow=10.0.0.0/8 confirm=no")
    for number: UInt8 in 1...3 { desk.hear(from: number) }
    let numbers = (1...3).map { desk.controller($0) }
    #expect(Set(numbers).count == 3)
    desk.seat(1)
    #expect(desk.sources.answers.text == "retropad 10.0.0.1 0 open 1001\n")
    var later = try Desk("allow=10.0.0.0/8 confirm=no", answers: desk.sources.answers)
    for number: UInt8 in [2, 1] { later.hear(from: number) }
    #expect(later.controller(1) == numbers[0], "after a restart it gets the same slot")
    #expect(later.controller(2) != numbers[0], "a number that is kept is drawn for nobody else")
  }

  @Test func `A verdict lets in whom it was read for, and nobody who has come since`() throws {
    var desk = try Desk("allow=10.0.0.0/8")
    desk.hear(from: 1)
    let number = desk.controller(1)
    desk.wait(.seconds(61))
    for other: UInt8 in 1...16 { desk.hear(from: other) }
    desk.hear(.verdict(Verdict(controller: number, isAccepted: true)))
    #expect((desk.sources.playing, desk.sources.waiting) == (0, 16))
    #expect(desk.sources.answers.text == "")
  }

  @Test(arguments: [true, false])
  func `A verdict on a controller that plays already changes nothing`(isAccepted: Bool) throws {
    var desk = try Desk("allow=10.0.0.0/8")
    desk.hear(from: 1)
    desk.hear(.verdict(Verdict(controller: desk.controller(1), isAccepted: true)))
    desk.hear(from: 1)
    let answers = desk.sources.answers.text
    _ = desk.popActions()
    desk.hear(.verdict(Verdict(controller: desk.controller(1), isAccepted: isAccepted)))
    #expect(desk.popActions().isEmpty)
    #expect(desk.sources.playing == 1 && desk.sources.answers.text == answers)
  }

  @Test func `Numbers of an unconfirmed input take the place of no answer`() {
    var answers = Answers("retropad 10.0.0.1 0 yes 1\n")
    for number: UInt32 in 2...400 {
      answers.keep(number, of: SourceKey(transport: .osc, address: Address(v4: number), device: 0))
    }
    let lines = answers.text.split(separator: "\n")
    #expect(lines.count == 1 + Answers.openLimit && lines.first == "retropad 10.0.0.1 0 yes 1")
    #expect(Answers(answers.text).text == answers.text)
  }

  @Test func `A stranger takes the place of an accepted controller only after ten minutes of silence`() throws
  {
    let answers = (1...16).map { "retropad 10.0.0.\($0) 0 yes\n" }.joined()
    var desk = try Desk("allow=10.0.0.0/8", answers: Answers(answers))
    for number: UInt8 in 1...16 { desk.hear(from: number) }
    desk.wait(.seconds(599))
    desk.hear(from: 17)
    #expect((desk.sources.waiting, desk.sources.refusals) == (0, 1))
    desk.wait(.seconds(1))
    desk.hear(from: 17)
    #expect((desk.sources.waiting, desk.sources.refusals) == (1, 1))
  }

  @Test func `The strangers of one network give way to one of another, and who waits elsewhere does not`()
    throws
  {
    var desk = try Desk("allow=::/0,10.0.0.0/8")
    desk.hear(from: 1)
    let message = RetroPadChange.axis(.leftX, 32_767).datagram.bytes
    for number: UInt64 in 1...40 {
      let neighbour = Endpoint(address: Address(high: 0xfd00 << 48, low: number), port: 1)
      desk.sources.receive(message.span, at: 0, of: 0, from: neighbour, at: desk.now)
    }
    #expect(desk.sources.waiting == 16)
    desk.hear(from: 2)
    #expect(desk.sources.waiting == 16)
    for number: UInt8 in [1, 2, 0] {
      desk.hear(from: number)
      desk.hear(.verdict(Verdict(controller: desk.controller(number), isAccepted: true)))
    }
    #expect(
      desk.sources.answers.text.split(separator: "\n").count == 3, "this machine has entries of its own")
  }

  @Test func `A lamp rests when the daemon says no more`() throws {
    func lamps(_ desk: inout Desk) -> [String] {
      desk.popActions().compactMap { action in
        guard case .answer(let bytes, _, _, _) = action else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("LED") ? String(text.split(separator: "\"").last { $0.count > 1 } ?? "") : nil
      }
    }
    var desk = try Desk(protocol: "droidpad", "confirm=no")
    let feedback = Feedback(strong: 9, weak: 0, duration: 40, red: 0, green: 0, blue: 0)
    desk.hear(#"{"id":"l","type":"JOYSTICK","x":1,"y":0}"#)
    let controller = desk.controller()
    desk.seat()
    _ = desk.popActions()
    desk.rumble(controller, feedback)
    desk.wait(.milliseconds(390))
    #expect(lamps(&desk) == ["BLINK"])
    desk.wait(.milliseconds(10))
    #expect(lamps(&desk) == ["OFF"])
    desk.wait(.seconds(2))
    #expect(lamps(&desk) == [])
  }
}
