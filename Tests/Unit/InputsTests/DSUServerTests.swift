import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

@Suite struct DSUServerTests {
  private static let emulator = Desk.place(0)
  private static let stranger = Desk.place(1)
  private static let everything = DSURequest.Subject.data(DSUSelection())
  private static let start = Instant(nanoseconds: 1_000_000_000)

  /// A server that answers only this machine, and shows the pad of player 1.
  private var server = DSUServer(server: 7, allowed: AddressRange.loopback)

  init() throws { server.show(try Self.pad(of: 0), at: Self.start) }

  private static func pad(of index: Int) throws -> PadStatus {
    PadStatus(slot: try #require(PlayerSlot(number: index + 1)), report: .neutral)
  }

  private mutating func ask(
    _ subject: DSURequest.Subject, at place: UInt8 = 0, from endpoint: Endpoint = emulator,
    number: UInt32 = 1,
    after pause: Interval = .zero
  ) {
    DSURequest(client: number, subject).datagram.withBytes {
      server.receive($0, at: place, from: endpoint, at: Self.start + pause)
    }
  }

  /// Removes the waiting messages; returns the port and the content of each.
  private mutating func said() throws -> [(place: UInt8, content: DSUAnswer.Content)] {
    var all: [(UInt8, DSUAnswer.Content)] = []
    for message in server.messages {
      let answer = message.bytes.withBytes { try? DSUAnswer(parsing: $0) }
      all.append((message.portIndex, try #require(answer).content))
    }
    server.messages = []
    return all
  }

  @Test mutating func `Only clients from allowed addresses are answered`() throws {
    ask(.version, from: Self.stranger)
    ask(Self.everything, from: Self.stranger)
    server.show(try Self.pad(of: 0), at: Self.start)
    #expect(try said().isEmpty)
    #expect((server.subscribers, server.refusals) == (0, 2))
    ask(.version)
    #expect(try said().map(\.content) == [.version(1_001)])
  }

  @Test mutating func `A pad that goes is shown at rest once more, and so are all when the daemon goes`()
    throws
  {
    let pressed = PadStatus(slot: PlayerSlot(index: 0), report: PadReport(buttons: Buttons(.a)))
    for isDaemon in [false, true] {
      server.show(pressed, at: Self.start)
      ask(Self.everything)
      server.messages = []
      if isDaemon {
        server.forget(at: Self.start)
      } else {
        server.show(PadStatus(slot: pressed.slot, report: nil), at: Self.start)
      }
      let last = try said().map(\.content)
      guard last.count == 1, case .pad(let pad) = last[0] else { Issue.record("\(last)"); continue }
      #expect(pad.buttons == [] && pad.pressures == DSUPressures() && pad.isConnected)
      server.advance(to: Self.start + .milliseconds(500))
      #expect(try said().isEmpty)
    }
  }

  @Test mutating func `Questions are answered two hundred times a second, after a pause 64 times at once`()
    throws
  {
    for _ in 0..<70 { ask(.version) }
    #expect(try said().count == 64)
    #expect(server.refusals == 6)
    ask(.version, after: .milliseconds(5))
    #expect(try said().count == 1)
  }

  @Test mutating func `A pad goes to the clients of its own port that are subscribed`() throws {
    ask(Self.everything)
    ask(Self.everything, at: 1, number: 2)
    server.show(try Self.pad(of: 0), at: Self.start)
    #expect(try said().map(\.place) == [0])
    server.show(try Self.pad(of: 4), at: Self.start)
    #expect(try said().map(\.place) == [1])
    server.show(try Self.pad(of: 0), at: Self.start + .seconds(5))
    #expect(try said().isEmpty)
  }

  @Test mutating func `A trigger tells how far it is pulled, and from the middle on it is a button as well`()
    throws
  {
    ask(Self.everything)
    var status = try Self.pad(of: 0)
    for (report, buttons, left, right) in [
      (PadReport(leftTrigger: 128, rightTrigger: 127), .l2, 128, 127),
      (PadReport(leftTrigger: 127, rightTrigger: 255), .r2, 127, 255),
      (PadReport(buttons: Buttons(.leftTrigger)), .l2, 255, 0),
    ] as [(PadReport, DSUButtons, UInt8, UInt8)] {
      status.report = report
      server.show(status, at: Self.start)
      guard case .pad(let pad)? = try said().last?.content else { throw DialectDrop.kind }
      #expect(pad.buttons == buttons)
      #expect((pad.pressures[.l2], pad.pressures[.r2]) == (left, right))
    }
  }

  @Test mutating func `A pad that does not move is repeated until the subscription ends`() throws {
    ask(Self.everything)
    #expect(server.nextDeadline == Self.start + DSUServer.repetition)
    server.advance(to: Self.start + .milliseconds(49))
    #expect(try said().isEmpty, "not before")
    server.advance(to: Self.start + DSUServer.repetition)
    #expect(try said().count == 1)
    server.advance(to: Self.start + .seconds(5))
    #expect(try said().isEmpty)
    #expect((server.subscribers, server.nextDeadline) == (0, .distantFuture))
  }

  @Test mutating func `Eight clients are subscribed at once, and a place is free after five seconds`() throws
  {
    for number in 1...9 { ask(Self.everything, number: UInt32(number)) }
    #expect((server.subscribers, server.refusals) == (8, 1))
    ask(Self.everything, number: 9, after: .seconds(5))
    #expect((server.subscribers, server.refusals) == (1, 1))
  }

  @Test mutating func `One address with all clients gives way to another, and to this machine`() {
    server = DSUServer(server: 7, allowed: ["10.0.0.0/8", "127.0.0.1"].compactMap { AddressRange(text: $0) })
    for number in 1...9 { ask(Self.everything, from: Desk.place(1), number: UInt32(number)) }
    #expect((server.subscribers, server.refusals) == (8, 1))
    ask(Self.everything, from: Desk.place(2))
    #expect((server.subscribers, server.refusals) == (8, 1))
    for number in 1...4 { ask(Self.everything, from: Desk.place(0), number: UInt32(number)) }
    #expect((server.subscribers, server.refusals) == (12, 1))
  }

  @Test mutating func `Of a client's wishes the first four count`() throws {
    for address: UInt64 in 1...4 { ask(.data(DSUSelection(address: address))) }
    ask(.data(DSUSelection(slot: 0)))
    server.show(try Self.pad(of: 0), at: Self.start)
    #expect(try said().isEmpty)
    for address: UInt64 in 1...3 { ask(.data(DSUSelection(address: address)), number: 2) }
    ask(.data(DSUSelection(slot: 0)), number: 2)
    server.show(try Self.pad(of: 0), at: Self.start)
    #expect(try said().count == 1)
  }

  /// Removes the waiting orders; returns the player and both motors of each.
  private mutating func rumbled() -> [[UInt8]] {
    defer { server.orders = [] }
    return server.orders.compactMap {
      if case .rumble(let slot, let strong, let weak) = $0 { [slot.number, strong, weak] } else { nil }
    }
  }

  @Test mutating func `A pad has two motors, each of which runs for five seconds`() throws {
    let one = DSUSelection(slot: 0)
    ask(.motors(DSUSelection()))
    let empty = DSUAnswer.Content.motors(DSUPort(slot: 1), count: 2)
    #expect(try said().map(\.content)[1] == empty)
    ask(.rumble(one, motor: 0, strength: 200))
    ask(.rumble(one, motor: 1, strength: 9), after: .seconds(4))
    server.show(try Self.pad(of: 0), at: Self.start + .seconds(4))
    ask(.rumble(one, motor: 1, strength: 8), after: .seconds(5))
    #expect(rumbled() == [[1, 200, 0], [1, 200, 9], [1, 0, 8]])
  }

  @Test mutating func `Only the pads that are meant rumble, and for those who may ask`() throws {
    server.show(try Self.pad(of: 5), at: Self.start)
    ask(.rumble(DSUSelection(), motor: 0, strength: 1), from: Self.stranger)
    ask(.rumble(DSUSelection(slot: 1), motor: 0, strength: 2))
    #expect(rumbled().isEmpty)
    ask(.rumble(DSUSelection(slot: 1), motor: 0, strength: 3), at: 1)
    ask(.rumble(DSUSelection(), motor: 0, strength: 4))
    #expect(rumbled() == [[6, 3, 0], [1, 4, 0]])
    for _ in 0..<100 { ask(.rumble(DSUSelection(), motor: 0, strength: 5)) }
    #expect(rumbled().count == 61, "64 at once")
  }

  @Test(arguments: [
    ("dsu port=65530", 65_530), ("dsu port=1024", 1_024), ("dsu port=65531", 0), ("dsu port=0", 0),
  ])
  func `All four ports are possible ones`(_ words: String, _ port: UInt16) {
    #expect((try? ServedOutput(words))?.ports.first == (port == 0 ? nil : port))
  }

  /// Removes the waiting messages, and returns the pads in them.
  private mutating func shown() throws -> [DSUPad] {
    try said().compactMap { if case .pad(let pad) = $0.content { pad } else { nil } }
  }

  @Test mutating func `Each client's messages are counted from 0, whatever others get`() throws {
    ask(Self.everything)
    server.show(try Self.pad(of: 0), at: Self.start)
    ask(Self.everything, number: 2)
    for _ in 0..<2 { server.show(try Self.pad(of: 0), at: Self.start) }
    #expect(try shown().map(\.counter) == [0, 1, 0, 2, 1])
  }

  @Test mutating func `A pad at rest is in the middle, and without sensors its time is that of the message`()
    throws
  {
    ask(Self.everything)
    server.show(try Self.pad(of: 0), at: Self.start + .milliseconds(3))
    let pad = try #require(try shown().first)
    #expect([pad.leftX, pad.leftY, pad.rightX, pad.rightY] == [128, 128, 128, 128])
    #expect(pad.time == 1_003_000 && pad.buttons == [] && pad.counter == 0)
  }

  @Test mutating func `A port has four slots, each described by the player who has it, or as empty`() throws {
    server.show(try Self.pad(of: 6), at: Self.start)
    ask(.ports(DSUSlots(rawValue: 0b0101)), at: 1)
    let taken = DSUPort(slot: 2, .connected, model: .gyroscope, connection: .usb, address: 0x0254_7064_0007)
    #expect(try said().map(\.content) == [.port(DSUPort(slot: 0)), .port(taken)])
    ask(.ports(DSUSlots(rawValue: 0b1001)))
    let first = DSUPort(slot: 0, .connected, model: .gyroscope, connection: .usb, address: 0x0254_7064_0001)
    #expect(try said().map(\.content) == [.port(first), .port(DSUPort(slot: 3))])
    ask(.motors(DSUSelection(slot: 0)))
    #expect(try said().map(\.content) == [.motors(first, count: 2)])
  }

  @Test mutating func `Who asks again stays for five seconds from then, and is one client`() throws {
    ask(Self.everything)
    ask(Self.everything, after: .seconds(4))
    #expect(server.subscribers == 1)
    server.show(try Self.pad(of: 0), at: Self.start + .milliseconds(8_999))
    #expect(try shown().count == 1)
    #expect(server.nextDeadline == Self.start + .seconds(9))
    server.advance(to: Self.start + .milliseconds(8_999))
    #expect(server.subscribers == 1)
    server.advance(to: Self.start + .seconds(9))
    #expect(server.subscribers == 0)
  }
}
