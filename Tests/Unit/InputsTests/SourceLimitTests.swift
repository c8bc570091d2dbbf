import Dialects
import Model
import Testing
import Wire

@testable import Inputs

/// The limits on controllers, on their numbers, and on the addresses from which they send.
@Suite struct SourceLimitTests {
  private static let press = #"{"id":"A","type":"BUTTON","state":"PRESS"}"#

  @Test func `After a pause 256 messages are passed on at once, and then one each 2 ms`() throws {
    var desk = try Desk("confirm=no")
    desk.wait(.seconds(2))
    for message in 0..<300 { desk.hear(.axis(.leftX, Int16(message))) }
    #expect(desk.popFrames().count == 256)
    desk.wait(.microseconds(1_999))
    #expect(desk.popFrames().isEmpty)
    desk.wait(.microseconds(1))
    let frames = desk.popFrames()
    #expect(frames.count == 1 && frames.last?.state?.sticks?.left.x == 299)
  }

  @Test func `Packets to the daemon are numbered from 1, and have the time at which they leave`() throws {
    var desk = try Desk("confirm=no")
    desk.hear()
    desk.wait(.milliseconds(50))
    desk.hear()
    let headers = desk.popActions().compactMap { action -> GatewayHeader? in
      if case .frames(let header, _) = action { header } else { nil }
    }
    #expect(headers.map(\.counter) == [1, 2, 3])
    #expect(
      headers.map { ($0.received - headers[0].received) } == [.zero, .milliseconds(50), .milliseconds(50)])
    #expect(headers.allSatisfy { $0.controller == desk.controller() && $0.transport == .retroPad })
  }

  @Test func `This machine has four entries beside the sixteen of others`() throws {
    var desk = try Desk("allow=10.0.0.0/8,127.0.0.1")
    for number: UInt8 in 1...16 { desk.hear(from: number) }
    let message = RetroPadChange.axis(.leftX, 32_767).datagram.bytes
    for port: UInt8 in 0..<4 {
      desk.sources.receive(message.span, at: port, of: 0, from: Desk.place(0), at: desk.now)
    }
    #expect(desk.sources.waiting == 20 && desk.sources.refusals == 0)
    desk.hear(from: 17)
    #expect(desk.sources.waiting == 20 && desk.sources.refusals == 1)
  }

  @Test func `A number that somebody has, or that is kept for somebody, is drawn for nobody else`() throws {
    let kept = Answers("retropad 10.0.0.9 0 yes 8\n")
    var sources = Sources(inputs: [try HeardInput("retropad allow=10.0.0.0/8")], answers: kept) { 7 }
    let message = RetroPadChange.axis(.leftX, 32_767).datagram.bytes
    for number: UInt8 in [1, 2, 3, 9] {
      sources.receive(
        message.span, at: 0, of: 0, from: Desk.place(number), at: Instant(nanoseconds: 1_000_000_000))
    }
    #expect(sources.all.map(\.number) == [7, 9, 10, 8])
    #expect((sources.waiting, sources.playing, sources.seatings) == (3, 1, 1))
  }

  @Test func `Two lines with one number are the first, and an answer keeps the number of its controller`() {
    let first = "retropad 10.0.0.1 0 open 7\n"
    var answers = Answers(first + "retropad 10.0.0.2 0 yes 7\nretropad 10.0.0.3 0 no 8\n")
    #expect(answers.text == first + "retropad 10.0.0.3 0 no 8\n")
    let keys = [1, 3].map {
      SourceKey(transport: .retroPad, address: Address(v4: 0x0a00_0000 + $0), device: 0)
    }
    #expect(answers[keys[0]] == nil && answers[keys[1]] == false && answers[7] == keys[0])
    answers[keys[0]] = true
    #expect(answers.text == "retropad 10.0.0.3 0 no 8\nretropad 10.0.0.1 0 yes 7\n")
    answers.keep(9, of: keys[1])
    #expect(answers.number(of: keys[1]) == 9 && answers[keys[1]] == false && answers[8] == nil)
    answers[keys[0]] = nil
    #expect(answers.text == "retropad 10.0.0.3 0 no 9\n" && answers.number(of: keys[0]) == nil)
    #expect(!answers.accept(.retroPad, at: keys[1].address))
  }

  @Test func `The stage of a connection is that of the controller on it`() throws {
    var desk = try Desk(protocol: "droidpad")
    let stream = Dialect.streamPortIndex
    #expect(desk.sources.stage(at: Desk.place(0), of: 0) == .open)
    desk.hear(Self.press, at: stream)
    #expect(desk.sources.stage(at: Desk.place(0), of: 0) == .waits)
    #expect(desk.sources.stage(at: Desk.place(1), of: 0) == .open)
    desk.hear(.verdict(Verdict(controller: desk.controller(), isAccepted: true)))
    #expect(desk.sources.stage(at: Desk.place(0), of: 0) == .plays)
    desk.hear(Self.press)
    #expect(desk.sources.stage(at: Desk.place(0), of: 0) == .open, "it has gone on over UDP")
  }

  @Test func `Events at one input do nothing at another`() throws {
    var sources = Sources(
      inputs: [try HeardInput("droidpad confirm=no"), try HeardInput("retropad confirm=no")]
    ) { 7 }
    let (now, press) = (Instant(nanoseconds: 1_000_000_000), Array(Self.press.utf8))
    let stream = Dialect.streamPortIndex
    sources.receive(press.span, at: stream, of: 0, from: Desk.place(0), at: now)
    #expect(sources.players(at: stream, of: 0) == [Desk.place(0).address])
    #expect(sources.players(at: stream, of: 1) == [])
    #expect(sources.stage(at: Desk.place(0), of: 1) == .open)
    sources.noteLoss(from: Desk.place(0).address, at: stream, of: 1, at: now)
    sources.close(Desk.place(0), of: 1, at: now)
    #expect(sources.playing == 1 && sources.all[0].state.buttons == Buttons(.a))
    sources.close(Desk.place(0), of: 0, at: now)
    #expect(sources.playing == 0 && sources.all[0].state.buttons == [])
  }

  @Test func `An address with several controllers has one queue`() throws {
    var desk = try Desk("confirm=no")
    let message = RetroPadChange.axis(.leftX, 32_767).datagram.bytes
    for port: UInt8 in [0, 1] {
      desk.sources.receive(message.span, at: port, of: 0, from: Desk.place(0), at: desk.now)
    }
    #expect(desk.sources.playing == 2)
    #expect(desk.sources.players(at: 0, of: 0) == [Desk.place(0).address])
    #expect(desk.sources.players(at: 1, of: 0) == [Desk.place(0).address])
    desk.sources.receive(
      message.span, at: Dialect.streamPortIndex, of: 0, from: Desk.place(0), at: desk.now)
    #expect(desk.sources.players(at: 0, of: 0) == [Desk.place(0).address], "each once")
  }

  @Test func `Only the servers that are asked are heard`() throws {
    let input = try HeardInput("dsu servers=10.0.0.1:1000,10.0.0.2:1001")
    let places: [(UInt32, UInt16)] = [(1, 1_000), (2, 1_001), (1, 1_001), (2, 1_000), (3, 1_000)]
    let heard = places.map { input.hears(Endpoint(address: Address(v4: 0x0a00_0000 + $0.0), port: $0.1)) }
    #expect(heard == [true, true, false, false, false])
    #expect(input.ports == [0] && input.streamPort == nil && !input.isLocal)
  }

  @Test(
    arguments: [
      ("droidpad port=2000", 2_000, false, 0), ("yoke port=2000", 2_000, true, 0), ("osc", nil, false, 0),
      ("sensorserver servers=10.0.0.1", nil, false, 2),
    ] as [(String, UInt16?, Bool, Int)])
  func `A port for TCP is for controllers or for files, and a WebSocket is asked for by its path`(
    _ words: String, _ port: UInt16?, _ hasFiles: Bool, _ paths: Int
  ) throws {
    let input = try HeardInput(words)
    #expect(input.streamPort == port && (input.files != nil) == hasFiles && input.paths.count == paths)
  }

  @Test(arguments: [(9, 0), (0, 9), (0, 0)] as [(UInt16, UInt16)])
  func `A motor that runs is stopped when its controller is removed, and one at rest is not`(
    _ strong: UInt16, _ weak: UInt16
  ) throws {
    let (numbers, nothing) = ([Float(1)], [Float(0)])
    let press = try #require(OSCAddress("/a")).message(numbers.span).bytes
    let rest = try #require(OSCAddress("/rumble")).message(nothing.span).bytes
    for isRunning in [false, true] {
      var desk = try Desk(protocol: "osc", answers: Answers("osc 127.0.0.1 0 yes\n"))
      desk.sources.receive(press.span, at: 0, of: 0, from: Desk.place(0), at: desk.now)
      desk.seat()
      let feedback = Feedback(strong: strong, weak: weak, duration: 200, red: 0, green: 0, blue: 0)
      if isRunning { desk.rumble(desk.controller(), feedback) }
      _ = desk.popActions()
      desk.hear(
        .seat(SeatNotice(controller: desk.controller(), slot: nil, refusal: .deniedByHost, limit: 4)))
      let told = desk.popActions().compactMap { action -> [UInt8]? in
        if case .answer(let bytes, _, _, _) = action { bytes } else { nil }
      }
      #expect(told == (isRunning && strong + weak > 0 ? [rest] : []))
    }
  }
}
