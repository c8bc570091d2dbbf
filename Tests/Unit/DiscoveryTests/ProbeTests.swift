import Model
import Platform
import Testing
import Wire

@testable import Discovery

@Suite struct ProbeSearchTests {
  private let networks: [NetworkInterface]

  init() throws {
    let home = try #require(AddressRange(base: Address(v4: 0xc0a8_0102), length: 24))
    networks = [
      NetworkInterface(network: home, broadcast: Address(v4: 0xc0a8_01ff)),
      NetworkInterface(
        network: try #require(AddressRange(base: Address(high: 0xfe80 << 48, low: 2), length: 64))),
    ]
  }

  private func reply(to nonce: UInt64, key: HostKey = .absent) -> Datagram<192> {
    var record = Hosts.record(key: key)
    record.announcement.webPort = 0
    return ProbeResponder.answer(to: Probe(nonce: nonce), record)
  }

  private func accepted(_ search: inout ProbeSearch, _ datagram: Datagram<192>, now: Int64 = 0) -> HostRecord?
  {
    datagram.withBytes { search.accept($0, from: Hosts.endpoint(5, port: 5_000), at: at(now)) }
  }

  @Test func `Rounds begin after 0, 1 and 3 s, then every 5 s`() {
    var search = ProbeSearch(from: at(0), port: 28_460, unicast: [])
    var begun: [Int64] = []
    for time in 0..<200 as Range<Int64> where search.begin(at: at(100 * time), nonce: 1, on: []) != nil {
      begun.append(100 * time)
    }
    #expect(begun == [0, 1_000, 3_000, 8_000, 13_000, 18_000])
  }

  @Test func `A search that was held up does not catch up`() {
    var search = ProbeSearch(from: at(0), port: 28_460, unicast: [])
    #expect(search.begin(at: at(60_000), nonce: 1, on: []) != nil)
    #expect(search.begin(at: at(60_000), nonce: 1, on: []) == nil)
    #expect(search.nextDeadline == at(61_000))
  }

  @Test func `Everybody is asked, every network, and who is named, each once`() throws {
    let named = [Hosts.endpoint(9, port: 5_000), Hosts.endpoint(255)]
    var search = ProbeSearch(from: at(0), port: 28_460, unicast: named)
    let round = search.begin(at: at(0), nonce: 77, on: networks)
    let (probe, receivers) = try #require(round)
    #expect(probe == Probe(nonce: 77))
    #expect(receivers == named + [Endpoint(address: Address(v4: .max), port: 28_460)])
  }

  @Test func `An answer to this round or the one before is a host at the sender's port`() throws {
    var search = ProbeSearch(from: at(0), port: 28_460, unicast: [])
    for (time, nonce) in [(0, 1), (1_000, 2), (3_000, 3)] as [(Int64, UInt64)] {
      _ = search.begin(at: at(time), nonce: nonce, on: [])
    }
    #expect(accepted(&search, reply(to: 1)) == nil)
    let host = try #require(accepted(&search, reply(to: 2)))
    #expect(host.port == 5_000)
    #expect(host.key == nil)
    #expect(host.announcement.players == 2)
    #expect(try #require(accepted(&search, reply(to: 3, key: Hosts.key))).key == Hosts.key)
  }

  @Test func `What is no answer is nobody, and a flood is cut off`() {
    var search = ProbeSearch(from: at(0), port: 28_460, unicast: [])
    _ = search.begin(at: at(0), nonce: 5, on: [])
    let question = Probe(nonce: 5).datagram
    #expect(question.withBytes { search.accept($0, from: Hosts.endpoint(5), at: at(0)) } == nil)
    var crowded = reply(to: 5)
    crowded[4] = 17
    #expect(accepted(&search, crowded) == nil)
    let count = (0..<1_000).count { _ in accepted(&search, reply(to: 5)) != nil }
    #expect(count == 198)
    #expect(accepted(&search, reply(to: 5), now: 1_000) != nil)
  }
}

@Suite struct ProbeResponderTests {
  private let far = Endpoint(address: Address(v4: 0x0808_0808), port: 1)

  private func responder() throws -> ProbeResponder {
    var responder = ProbeResponder()
    responder.networks = [
      try #require(AddressRange(base: Address(v4: 0xc0a8_0102), length: 24)),
      try #require(AddressRange(base: Address(high: 0xfd00 << 48, low: 1), length: 64)),
    ]
    return responder
  }

  private func isAnswered(
    _ responder: inout ProbeResponder, _ sender: Endpoint, now: Int64 = 0,
    _ datagram: Datagram<192> = Probe(nonce: 9).datagram
  ) -> Bool {
    datagram.withBytes { responder.question(in: $0, from: sender, at: at(now)) } != nil
  }

  @Test func `Who is on a network of ours is answered, and nobody else`() throws {
    var responder = try responder()
    #expect(isAnswered(&responder, Hosts.endpoint(200)))
    #expect(isAnswered(&responder, Endpoint(address: Address(high: 0xfd00 << 48, low: 77), port: 1)))
    #expect(!isAnswered(&responder, Endpoint(address: Address(high: 0xfd01 << 48, low: 77), port: 1)))
    #expect(!isAnswered(&responder, Endpoint(address: Address(v4: 0xc0a8_0201), port: 1)))
    #expect(!isAnswered(&responder, far))
    responder.networks = []
    #expect(!isAnswered(&responder, Hosts.endpoint(200)))
  }

  @Test func `An address gets five answers a second`() throws {
    var responder = try responder()
    #expect((0..<9).count { _ in isAnswered(&responder, Hosts.endpoint(7)) } == 5)
    #expect(isAnswered(&responder, Hosts.endpoint(8)))
    #expect(!isAnswered(&responder, Hosts.endpoint(7, port: 99), now: 100))
    #expect((0..<9).count { _ in isAnswered(&responder, Hosts.endpoint(7), now: 1_000) } == 5)
  }

  @Test func `All together get two hundred, and who is far away uses up none`() throws {
    var responder = try responder()
    for _ in 0..<100 { #expect(!isAnswered(&responder, far)) }
    let answered = (1...210 as ClosedRange<UInt32>).count { isAnswered(&responder, Hosts.endpoint($0)) }
    #expect(answered == 200)
    #expect(!isAnswered(&responder, Hosts.endpoint(211), now: 4))
    #expect(isAnswered(&responder, Hosts.endpoint(212), now: 1_000))
  }

  @Test func `What is no question gets no answer and uses up none`() throws {
    var responder = try responder()
    let record = Hosts.record()
    for _ in 0..<30 {
      #expect(!isAnswered(&responder, Hosts.endpoint(7), ProbeResponder.answer(to: Probe(nonce: 1), record)))
    }
    var reserved = Probe(nonce: 1).datagram
    reserved[100] = 1
    #expect(!isAnswered(&responder, Hosts.endpoint(7), reserved))
    #expect(isAnswered(&responder, Hosts.endpoint(7)))
  }

  @Test func `The answer repeats the number and is shorter than the question`() throws {
    var record = Hosts.record(key: Hosts.key, state: .full, players: 4)
    record.announcement.name = DeviceName(String(repeating: "n", count: 90))
    let question = Probe(nonce: 9).datagram
    let answer = ProbeResponder.answer(to: Probe(nonce: 9), record)
    #expect(answer.count < question.count)
    let reply = try answer.withBytes { bytes in Result { try ProbeReply(parsing: bytes) } }.get()
    #expect(reply.nonce == 9)
    #expect(reply.announcement == record.announcement)
    #expect(HostKey(reply.key) == Hosts.key)
    #expect(question.withBytes { ProbeResponder.isQuestion(beginningWith: $0[0]) })
    #expect(!answer.withBytes { ProbeResponder.isQuestion(beginningWith: $0[0]) })
  }
}
