import Dialects
import Model
import Testing
import Wire

@testable import Inputs

@Suite struct DSUServerTests {
  private static let emulator = Desk.place(0)
  private static let stranger = Desk.place(1)
  private static let everything = DSURequest.Subject.data(DSUSelection())
  private static let start = Instant(nanoseconds: 1_000_000_000)

  /// A server that answers this machine alone, with player 1 there.
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

  /// Removes the messages that wait, and returns for each the port and what it says.
  private mutating func said() throws -> [(place: UInt8, content: DSUAnswer.Content)] {
    var all: [(UInt8, DSUAnswer.Content)] = []
    while let message = server.popMessage() {
      let answer = message.bytes.withBytes { try? DSUAnswer(parsing: $0) }
      all.append((message.place, try #require(answer).content))
    }
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

  @Test mutating func `A pad that does not move is repeated until the subscription ends`() throws {
    ask(Self.everything)
    #expect(server.nextDeadline == Self.start + DSUServer.repetition)
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

  @Test(arguments: [("dsu port=65530", 65_530), ("dsu port=1", 1), ("dsu port=65531", 0), ("dsu port=0", 0)])
  func `All four ports are possible ones`(_ words: String, _ port: UInt16) {
    #expect((try? DSUServerSettings(words))?.port == (port == 0 ? nil : port))
  }
}
