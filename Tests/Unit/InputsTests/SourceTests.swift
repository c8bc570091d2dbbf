import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct SourceTests {
  @Test func `A new controller asks once, moves nothing, and plays when it is accepted`() throws {
    var desk = try Desk()
    for _ in 0..<3 { desk.hear() }
    #expect(desk.popGuests() == [.waits])
    desk.hear(.verdict(Verdict(controller: desk.controller(), isAccepted: true)))
    #expect(desk.popGuests() == [.gone])
    desk.hear()
    let frames = try #require(desk.popFrames().first)
    #expect(frames.state?.sticks?.left.x == 32_767)
    desk.seat()
    #expect(desk.popGuests() == [.plays])
    #expect(desk.sources.answers.text == "retropad 127.0.0.1 0 yes 1001\n")
  }

  @Test func `A transmitter gets its form when it may play and tells nothing, every four seconds at most`()
    throws
  {
    let announcement = Array("ELRS\u{1}\0\0\u{2}TX".utf8)
    let frame = Array("\u{1}\u{1}\0\0".utf8)
    var desk = try Desk(protocol: "elrs")
    func forms(_ bytes: [UInt8], after wait: Interval = .milliseconds(100)) -> [String] {
      desk.wait(wait)
      desk.hear(String(decoding: bytes, as: UTF8.self))
      return desk.popActions().compactMap { action in
        guard case .ask(let request, let server, 0) = action else { return nil }
        #expect(server == Endpoint(address: Desk.place(0).address, port: 80))
        return String(decoding: request, as: UTF8.self)
      }
    }
    #expect(forms(announcement).isEmpty)
    #expect(desk.sources.waiting == 1)
    desk.hear(.verdict(Verdict(controller: desk.controller(), isAccepted: true)))
    let form = try #require(forms(announcement).first)
    #expect(form.hasPrefix("POST /udpcontrol HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
    #expect(
      form.hasSuffix(
        "\r\nContent-Length: 47\r\nConnection: close\r\n\r\naction=joystick_begin&interval=10000&channels=8"))
    #expect(forms(announcement, after: .milliseconds(3_900)).isEmpty)
    #expect(forms(announcement).count == 1)
    #expect(forms(frame).isEmpty)
    for _ in 0..<10 {
      #expect(forms(announcement, after: .milliseconds(900)).isEmpty && forms(frame).isEmpty)
    }
    #expect(forms(announcement, after: .seconds(3)).count == 1)
  }

  @Test func `What is held is repeated twenty times a second`() throws {
    var desk = try Desk("confirm=no")
    desk.hear()
    desk.seat()
    _ = desk.popActions()
    desk.wait(.milliseconds(490))
    #expect(desk.popFrames().count == 9)
    desk.wait(.milliseconds(10))
    #expect(desk.popFrames().count == 1)
  }

  @Test func `A port is announced if others than this machine's controllers may come, and if the host is`()
    throws
  {
    #expect(try HeardInput("yoke allow=10.0.0.0/8").announcement?.type == "_yoke._udp")
    #expect(try HeardInput("yoke allow=127.0.0.1").announcement == nil)
    let settings = try HeardInput("yoke allow=10.0.0.0/8").settings
    #expect(HeardInput(settings, isAnnounced: false)?.announcement == nil)
    #expect(try HeardInput("osc allow=10.0.0.0/8").announcement == nil)
  }

  @Test func `An answer is remembered, whatever port the controller sends from`() throws {
    var desk = try Desk(
      "allow=10.0.0.0/8", answers: Answers("retropad 10.0.0.1 0 yes\nretropad 10.0.0.2 0 no\n"))
    desk.hear(from: 1)
    #expect(desk.popFrames().count == 1)
    desk.hear(from: 2)
    desk.hear(from: 3)
    #expect(desk.popGuests() == [.waits])
    #expect((desk.sources.playing, desk.sources.waiting) == (1, 1))
  }

  @Test func `Answers survive their file, and lines that are none are left out`() {
    let text = "dsu 10.0.0.1 3 yes\nretropad fe80::1 0 no\n"
    #expect(Answers(text).text == text)
    #expect(
      Answers(
        "udp 10.0.0.1 0 yes\nretropad 10.0.0 0 yes\nretropad 10.0.0.1 256 yes\nretropad ::1 0 maybe\n\nretropad ::1 0 yes yes\n"
      ).text == "")
    var answers = Answers()
    for number in 0...UInt8.max {
      answers[SourceKey(transport: .dsu, address: Address(v4: UInt32(number)), device: 0)] = true
    }
    let newcomer = SourceKey(transport: .freePIE, address: Address(v4: 1_000), device: 0)
    answers[newcomer] = true
    #expect(answers.text.split(separator: "\n").count == Answers.limit)
    #expect(
      answers[newcomer] == true
        && answers[SourceKey(transport: .dsu, address: Address(v4: 0), device: 0)] == nil)
  }

  @Test func `A connection from where a controller was accepted comes before those of strangers who wait`()
    throws
  {
    let desk = try Desk(
      "allow=10.0.0.0/8", answers: Answers("retropad 10.0.0.1 3 yes\nretropad 10.0.0.2 0 no\n"))
    let stages = (1...3).map { desk.sources.stage(from: Address(v4: 0x0a00_0000 + $0), of: 0) }
    #expect(stages == [.known, .silent, .silent] && StreamStage.waits < .known && StreamStage.known < .plays)
  }

  @Test func `Who is removed has to ask again`() throws {
    var desk = try Desk(answers: Answers("retropad 127.0.0.1 0 yes\n"))
    desk.hear()
    desk.seat()
    desk.hear(.seat(SeatNotice(controller: desk.controller(), slot: nil, refusal: .deniedByHost, limit: 4)))
    #expect(desk.sources.answers.text == "")
    _ = desk.popActions()
    desk.hear()
    #expect(desk.popGuests() == [.waits])
    var other = try Desk("confirm=no")
    other.hear()
    other.seat()
    other.hear(.seat(SeatNotice(controller: other.controller(), slot: nil, refusal: .deniedByHost, limit: 4)))
    _ = other.popActions()
    for _ in 0..<59 {
      other.hear()
      other.wait(.seconds(1))
    }
    #expect(other.popFrames().isEmpty, "without a person's word, a minute has to pass")
    other.hear()
    other.wait(.seconds(2))
    #expect(!other.popFrames().isEmpty)
  }

  @Test func `Sixteen controllers are heard, and one with permission takes the place of one that waits`()
    throws
  {
    var desk = try Desk("allow=10.0.0.0/8", answers: Answers("retropad 10.0.0.20 0 yes\n"))
    for number: UInt8 in 1...16 {
      desk.hear(from: number)
      desk.now = desk.now + .milliseconds(1)
    }
    desk.hear(from: 17)
    #expect(desk.sources.waiting == 16 && desk.sources.refusals == 1)
    _ = desk.popActions()
    desk.hear(from: 20)
    #expect(desk.sources.waiting == 15 && desk.sources.playing == 1)
    var frames = 0
    for action in desk.popActions() {
      if case .send(.guest(let controller, .gone, _)) = action { #expect(controller == desk.controller(1)) }
      if case .frames = action { frames += 1 }
    }
    #expect(frames == 1)
    desk.wait(.seconds(1))
    desk.hear(from: 17)
    #expect(desk.sources.playing == 1, "who plays gives way to nobody")
  }

  @Test func `A controller that waits in vain is forgotten`() throws {
    var desk = try Desk()
    desk.hear()
    desk.wait(.seconds(59))
    #expect(desk.sources.waiting == 1)
    desk.wait(.seconds(1))
    #expect(desk.sources.waiting == 0)
    #expect(desk.popGuests() == [.waits, .gone])
  }

  @Test func `Addresses that are not allowed, and bytes that are no message, are counted and nothing else`()
    throws
  {
    var desk = try Desk("confirm=no allow=10.0.0.1")
    desk.hear(from: 2)
    let noise: [UInt8] = [1, 2, 3]
    desk.sources.receive(noise.span, at: 0, of: 0, from: Desk.place(1), at: desk.now)
    #expect(desk.sources.refusals == 2 && desk.sources.playing == 0)
    #expect(desk.popActions().isEmpty)
  }

  @Test func `A state that does not fit the layout is counted, and lets go of nothing`() throws {
    var desk = try Desk(protocol: "yoke", "confirm=no")
    for text in ["b1", "\0\u{1}", "\0", "\0\0\0"] { desk.hear(text) }
    #expect(desk.sources.refusals == 2 && desk.sources.playing == 1)
    #expect(desk.popFrames().last?.state?.buttons == Buttons(.a))
  }

  @Test func `What is held is repeated, and released after the silence`() throws {
    var desk = try Desk("confirm=no silence=2")
    desk.hear(.button(.b, isDown: true))
    desk.seat()
    #expect(desk.popFrames().first?.edges?.count == 1)
    desk.wait(.milliseconds(1_990))
    let repeats = desk.popFrames()
    #expect((39...44).contains(repeats.count))
    #expect(repeats.allSatisfy { $0.edges != nil || $0.state?.buttons == Buttons(.a) })
    desk.wait(.milliseconds(20))
    var isGone = false
    let number = desk.controller()
    for action in desk.popActions() { if case .send(.gone(number)) = action { isGone = true } }
    #expect(isGone && desk.sources.playing == 0)
    desk.wait(.seconds(5))
    #expect(desk.popActions().isEmpty)
    desk.hear(.axis(.leftY, 1_000))
    #expect(desk.popFrames().first?.state?.buttons == [])
  }

  @Test func `A refused controller asks for a slot twice a second`() throws {
    var desk = try Desk("confirm=no")
    desk.hear()
    desk.hear(.seat(SeatNotice(controller: desk.controller(), slot: nil, refusal: .full, limit: 4)))
    _ = desk.popActions()
    desk.hear()
    desk.wait(.milliseconds(490))
    #expect(desk.popFrames().isEmpty)
    desk.wait(.milliseconds(20))
    #expect(desk.popFrames().count == 1)
  }

  @Test func `A daemon that comes back hears of everybody again`() throws {
    var desk = try Desk("allow=10.0.0.0/8", answers: Answers("retropad 10.0.0.1 0 yes\n"))
    desk.hear(from: 1)
    desk.hear(from: 2)
    desk.seat(1)
    desk.sources.loseDaemon()
    _ = desk.popActions()
    desk.hear(from: 1)
    #expect(desk.popActions().isEmpty, "nobody listens")
    desk.sources.findDaemon()
    desk.hear(from: 1)
    #expect(desk.popGuests() == [.waits])
    desk.seat(1)
    #expect(desk.popGuests() == [.plays])
  }
}
