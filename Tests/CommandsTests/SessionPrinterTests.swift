import Cryptography
import Discovery
import Model
import Testing
import TiltpadClient
import Wire

@testable import Commands

@Suite struct BulletinTests {
  private final class Nowhere: Transport {
    var now = Instant(nanoseconds: 0)
    func send(_ datagram: Span<UInt8>) {}
    func schedule(at instant: Instant) {}
  }

  private let bulletin: SessionPrinter
  private let client: Client
  private let street = Street()

  init() throws {
    let book = try street.book()
    bulletin = SessionPrinter(of: "Den", for: book)
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .computer, sampleRate: 125, name: DeviceName("Test"))
    client = Client(
      keys: book.keys, host: PublicKey(.init(repeating: 1)), pairing: .confirm, introduction: introduction,
      transport: Nowhere())
  }

  private func lines(_ states: ConnectionState...) -> [String] {
    for state in states { bulletin.client(client, peer: client.host, didChange: state) }
    var lines: [String] = []
    while let line = bulletin.nextLine() { lines.append(line) }
    return lines
  }

  @Test func `A host that goes away and comes back is told as that`() throws {
    let player = try #require(PlayerSlot(number: 2))
    #expect(lines(.connecting, .waiting, .connected(player)).last == "player 2")
    #expect(lines(.connecting, .connected(player)) == ["Den is away; looking for it", "back: player 2"])
    #expect(bulletin.failure == nil)
    #expect(lines(.denied(.full)) == ["denied: full"])
    #expect(bulletin.failure?.what == "Den does not admit this controller: full")
    #expect(lines(.disconnected(.none)).isEmpty && bulletin.failure == nil)
  }

  @Test func `Messages and digits are lines that cannot break the terminal`() {
    let message = Array("hi\u{1b}[2J".utf8)
    bulletin.client(
      client, didReceive: ReceivedMessage(channel: 3, bytes: message, isReliable: true), fromPeer: client.host
    )
    bulletin.client(client, didCompute: 42)
    #expect(
      lines() == [
        #"message on channel 3: "hi\u001b[2J""#,
        "compare 000042 with the number at the host; if they match, admit it there: tiltpad accept 000042",
      ])
  }

  @Test func `What was shared is in the file`() throws {
    let host = try #require(Street.den.publicKey)
    bulletin.client(client, didPairWith: host, sharing: .zero)
    #expect(try street.book().secret(for: host) != nil)
    #expect(bulletin.failure == nil)
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
