import Bridge
import Channel
import Cryptography
import Impairment
import Model
import Testing
import TiltpadClient
import TiltpadHost
import Wire

@Suite struct HostTests {
  private static let bad: ImpairedLink.Faults = {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.burst) = (0.2, .milliseconds(30))
    (faults.delay, faults.jitter, faults.duplication) = (.milliseconds(5), .milliseconds(5), 0.1)
    return faults
  }()

  /// Returns a party with a controller that paired by a PIN and was admitted.
  private func party(_ faults: ImpairedLink.Faults = .init(), seed: UInt64 = 1, limit: Int = 4) -> Party {
    let party = Party(faults, limit: limit, seed: seed)
    party.keeper.decides = { _ in true }
    party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    return party
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `Pairing, a request, a player: the host is told in this order, also on a bad network`(seed: UInt64) {
    let party = party(Self.bad, seed: seed)
    #expect(
      party.keeper.story == ["paired Red", "available", "connecting", "request of Red", "connected"],
      "\(seed)")
    #expect(party.keeper.devices.map(\.name.text) == ["Red"])
    #expect(party.guests[0].side.states.last == .connected(PlayerSlot(index: 0)), "seed \(seed)")
    #expect(party.host.peers.map(\.state) == [.connected])
    #expect(party.host.announcement.players == 1 && party.host.announcement.state == .open)
  }

  @Test func `A denied controller is told so, and nothing of it is kept but the pairing`() {
    let party = Party()
    party.keeper.decides = { _ in false }
    party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.guests[0].side.states.last == .denied(.deniedByHost))
    #expect(
      party.keeper.story.suffix(5) == [
        "connecting", "request of Red", "disconnected", "failed: deniedByHost", "unavailable",
      ])
    #expect(party.host.peers.isEmpty && party.keeper.devices.count == 1)
  }

  @Test(arguments: [true, false])
  func `A controller that stops waiting, by a goodbye or in silence, is told of and forgotten`(leaves: Bool) {
    let party = Party()
    let (client, side) = party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.host.peers.map(\.state) == [.connecting])
    if leaves { client.disconnect() } else { side.isDark = true }
    party.run(.seconds(7))
    #expect(
      party.keeper.story.suffix(4) == ["connecting", "request of Red", "disconnected", "unavailable"])
    #expect(party.host.peers.isEmpty)
  }

  @Test func `Who comes when all places are taken is told that`() {
    let party = party(limit: 1)
    party.invite("Blue", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.guests[1].side.states.last == .denied(.full))
    #expect(party.keeper.story.suffix(2) == ["failed: full", "unavailable"])
    #expect(party.host.announcement.state == .full)
    #expect(party.guests[0].side.states.last == .connected(PlayerSlot(index: 0)))
  }

  @Test func `Two people compare the numbers before a controller without a PIN gets in`() {
    let party = Party(confirms: true)
    let (_, side) = party.invite("Red", by: .confirm)
    party.run(.seconds(2))
    #expect(party.keeper.codes == side.digits && side.digits.count == 1)
    #expect(side.states.last == .waiting)
    let peer = party.host.peers.first?.key
    #expect(peer.map { party.host.accept($0) } == true)
    party.run(.seconds(1))
    #expect(side.states.last == .connected(PlayerSlot(index: 0)))
    #expect(party.keeper.story == ["connecting", "request of Red", "paired Red", "connected"])
  }

  @Test func `A link pairs one controller, and a host that admits all asks nobody`() throws {
    let party = Party(admission: .open)
    let secret = party.host.offerCode()
    let link = PairingLink(
      address: Address(v4: 0x0a00_0001), port: 28_460, key: party.host.key.bytes, secret: secret, expiry: 9,
      name: party.host.name)
    party.invite("Red", by: .code(link.preShared))
    party.run(.seconds(1))
    #expect(party.keeper.story == ["paired Red", "available", "connected"])
    party.invite("Blue", by: .code(link.preShared))
    party.run(.seconds(12))
    #expect(party.guests[1].side.states.last == .disconnected(.none))
    #expect(party.guests[1].side.failures == [.unanswered])
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `Messages go both ways, once and in order, and what the controller does comes, on a bad network`(
    seed: UInt64
  ) throws {
    let party = party(Self.bad, seed: seed)
    let (client, side) = party.guests[0]
    let peer = try #require(party.host.peers.first?.key)
    let texts = (0..<40).map { [UInt8($0), 7] }
    for step in 0..<400 {
      if step % 10 == 0 {
        try client.send(texts[step / 10], reliably: true)
        #expect(party.host.send(texts[step / 10], to: [peer], reliably: true).isEmpty)
      }
      client.update(
        .init(sampleTime: 0, sticks: .init(left: Stick(x: 9_000), right: .centre), buttons: Buttons(.a)))
      party.run(.milliseconds(10))
    }
    party.run(.seconds(5))
    #expect(party.keeper.messages == texts && side.messages == texts, "seed \(seed)")
    client.update(
      .init(sampleTime: 0, sticks: .init(left: Stick(x: 9_000), right: .centre), buttons: Buttons(.b)))
    party.run(.milliseconds(400))
    #expect(party.keeper.reports[peer]?.buttons == Buttons(.b))
    #expect(party.keeper.reports[peer]?.leftStick.x == 9_000)
    party.host.setFeedback(PadFeedback(strong: 500), of: peer)
    party.run(.milliseconds(400))
    #expect(side.motors.last == 500)
  }

  @Test func `A controller whose network is gone keeps its place, and what is sent when it is back arrives`()
    throws
  {
    let party = party()
    party.keeper.decides = nil
    let side = party.guests[0].side
    let peer = try #require(party.host.peers.first?.key)
    side.isDark = true
    party.host.send([1], to: [peer], reliably: true)
    party.run(.seconds(20))
    #expect(party.keeper.story.last == "disconnected")
    #expect(party.host.send([2], to: [peer], reliably: true) == [peer: .notConnected])
    side.isDark = false
    party.run(.seconds(5))
    #expect(party.keeper.story.last == "connected" && side.messages == [[1]])
    #expect(side.states.last == .connected(PlayerSlot(index: 0)))
    #expect(!party.keeper.story.dropFirst(5).contains("request of Red"))
    side.isDark = true
    party.run(.seconds(70))
    #expect(party.keeper.story.suffix(3) == ["connected", "disconnected", "unavailable"])
    #expect(party.host.peers.isEmpty)
  }

  @Test func `Who leaves, is taken out or is forgotten is gone at once, and can or cannot come again`() throws
  {
    let party = party()
    let (client, side) = party.guests[0]
    let device = try #require(party.keeper.devices.first)
    client.disconnect()
    party.run(.seconds(1))
    #expect(party.keeper.story.suffix(2) == ["disconnected", "unavailable"])
    client.connect()
    party.run(.seconds(3))
    #expect(party.keeper.story.last == "connected")
    party.host.disconnect(device.key)
    party.run(.seconds(3))
    #expect(side.states.last == .disconnected(.deniedByHost))
    client.connect()
    party.run(.seconds(3))
    #expect(party.keeper.story.last == "connected")
    party.host.forget(device.key)
    party.run(.seconds(3))
    #expect(side.states.last == .disconnected(.revoked) && party.keeper.story.last == "unavailable")
    client.connect()
    party.run(.seconds(12))
    #expect(side.failures == [.unanswered])
  }

  @Test func `A host that goes says so, lets nobody in, and the next one knows its controllers`() throws {
    let party = party()
    party.host.shutDown()
    party.run(.seconds(3))
    #expect(party.keeper.story.suffix(2) == ["disconnected", "unavailable"])
    #expect(party.guests[0].side.states.suffix(2) == [.disconnected(.shutdown), .connecting])
    #expect(party.host.peers.isEmpty && party.hall.deadline == .distantFuture)
  }

  @Test func `A host that goes answers no stranger any more`() {
    let party = party()
    party.host.shutDown()
    party.hall.sent = []
    let stranger = Endpoint(address: Address(v4: 0x0a00_0063), port: 9)
    Probe(nonce: 5).datagram.withBytes { party.host.deliver($0, from: stranger) }
    party.host.deliver([UInt8]().span, from: stranger)
    #expect(party.hall.sent.isEmpty)
  }

  @Test(arguments: [(-1, 1), (1, 1), (2, 2), (16, 16), (17, 16)])
  func `A host has 1 to 16 places, whatever limit it is given`(limit: Int, places: UInt8) {
    #expect(Party(limit: limit).host.announcement.limit == places)
  }

  @Test(arguments: [(0, 0), (999_999, 999_999), (1_000_000, 0), (1_999_999, 999_999)] as [(UInt64, UInt32)])
  func `A PIN has six digits, whatever number is drawn`(drawn: UInt64, pin: UInt32) {
    struct Drawer: RandomNumberGenerator {
      let number: UInt64
      mutating func next() -> UInt64 { number }
    }
    var random = Random(seed: 1)
    let host = Host(
      keys: KeyPair(from: &random), name: DeviceName("Den"), transport: Party.Hall(),
      random: Drawer(number: drawn))
    #expect(host.offerPIN() == pin)
  }

  @Test func `A message to all reaches all, and one that is too long, or to nobody, says so`() throws {
    let party = party()
    party.invite("Blue", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.host.sendToAll([7], reliably: false).isEmpty)
    party.run(.milliseconds(100))
    #expect(party.guests.map(\.side.messages) == [[[7]], [[7]]])
    let peer = party.host.peers[0].key
    let stranger = KeyPair(from: &party.random).publicKey
    let long = [UInt8](repeating: 0, count: 201)
    #expect(party.host.send(long, to: [peer], reliably: true) == [peer: .tooLong])
    #expect(party.host.send([1], to: [stranger], reliably: true) == [stranger: .notConnected])
    party.guests[0].side.isDark = true
    for _ in 0..<16 { party.host.send([1], to: [peer], reliably: true) }
    #expect(party.host.send([1], to: [peer], reliably: true) == [peer: .tooMany])
  }

  @Test func `Who asks for hosts is answered with name, key and room`() throws {
    let party = party()
    party.host.name = DeviceName("Kitchen")
    let probe = Probe(nonce: 5)
    let stranger = Endpoint(address: Address(v4: 0x0a00_0063), port: 9)
    probe.datagram.withBytes { party.host.deliver($0, from: stranger) }
    let sent = try #require(party.hall.sent.last)
    #expect(sent.endpoint == stranger)
    let reply = try sent.datagram.withBytes { bytes in
      Result { () throws(Drop) in try ProbeReply(parsing: bytes) }
    }.get()
    #expect(reply.nonce == 5 && reply.announcement.name.text == "Kitchen")
    #expect(PublicKey(reply.key) == party.host.key)
    #expect(reply.announcement.players == 1 && reply.announcement.limit == 4)
  }
}
