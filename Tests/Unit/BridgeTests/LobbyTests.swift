import Channel
import Cryptography
import Engine
import Model
import TestHost
import Testing
import TiltpadClient
import Wire

@testable import Bridge

@Suite struct LobbyTests {
  @Test func `Who scans the code plays, and is known from then on`() {
    var den = HostHarness(.open)
    var phone = Phone("Ann's phone")
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    #expect(den.connect(&phone, by: .code) == true)
    #expect(den.attached.map(\.number) == [1])
    #expect(phone.heard(.welcome) == [1])
    #expect(den.bridge.admission.devices[phone.keys.publicKey]?.name.text == "Ann's phone")
    den.say(.bye, by: &phone)
    #expect(den.detached.map(\.number) == [1])
    den.pass(.seconds(2))
    phone.restart()
    #expect(den.connect(&phone, by: .known) == true)
    #expect(den.attached.count == 2)
  }

  @Test func `A code is good for one device, and for two minutes`() {
    var den = HostHarness(.open)
    var (first, second) = (Phone(at: 1, seed: 1), Phone(at: 2, seed: 2))
    first.preShared = Secret(from: &den.random)
    second.preShared = first.preShared
    den.bridge.admission.offerCode(first.preShared, at: den.now)
    #expect(den.connect(&first, by: .code) == true)
    #expect(den.connect(&second, by: .code) == false)
    den.bridge.admission.offerCode(second.preShared, at: den.now)
    den.pass(.seconds(120))
    #expect(den.connect(&second, by: .code) == false)
    #expect(den.bridge.players.count == 0 || den.bridge.players.count == 1)
    #expect(den.bridge.admission.devices.count == 1)
  }

  @Test func `Two who scan the same code at once: the first who shows that it has the secret is in`() {
    var den = HostHarness(.open)
    var (first, second) = (Phone(at: 1, seed: 1), Phone(at: 2, seed: 2))
    first.preShared = Secret(from: &den.random)
    second.preShared = first.preShared
    den.bridge.admission.offerCode(first.preShared, at: den.now)
    for phone in [0, 1] {
      if phone == 0 { first.begin(with: den.keys.publicKey, by: .code, at: den.now) }
      if phone == 1 { second.begin(with: den.keys.publicKey, by: .code, at: den.now) }
    }
    den.deliver(first.due(at: den.now), from: first.endpoint)
    den.deliver(second.due(at: den.now), from: second.endpoint)
    den.collect(&first)
    den.collect(&second)
    den.send(by: &second)
    #expect(
      den.deliver(first.state([], roll: 0, at: den.now), from: first.endpoint) == .pairingClosed
    )
    #expect(den.bridge.admission.devices[second.keys.publicKey] != nil)
    #expect(den.bridge.players.count == 1)
  }

  @Test func `A code that was taken back lets nobody in who has read it, nor by the next one`() {
    var den = HostHarness(.open)
    var phone = den.phoneAtTheCode()
    den.bridge.admission.offerCode(Secret(from: &den.random), at: den.now)
    let packet = phone.state([], roll: 0, at: den.now)
    #expect(den.deliver(packet, from: phone.endpoint) == .unknownIndex)
    #expect(den.bridge.admission.devices.count == 0 && den.attached.isEmpty)
  }

  @Test func `A key that nobody knows gets no answer`() {
    var den = HostHarness(.open)
    var phone = Phone()
    #expect(den.connect(&phone) == false)
    #expect(den.sent.isEmpty)
    #expect(den.bridge.drops[.unknownKey] == 1)
  }

  @Test func `What a player does reaches the pad`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.pass(.milliseconds(10))
    den.send(Buttons(.a), roll: 0.5, by: &phone)
    #expect(den.shown().buttons == Buttons(.a))
    #expect(den.shown().leftStick.x > 0)
    #expect(phone.acknowledgement != nil)
    den.pass(.milliseconds(30))
    den.send([], by: &phone)
    #expect(den.shown().buttons == [])
  }

  @Test func `A person is asked, and the one who is let in plays`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    #expect(den.attached.isEmpty)
    #expect(phone.heard(.welcome) == [0])
    guard case .waits(let key, let name, code: nil) = den.news.last else {
      Issue.record("nobody was asked")
      return
    }
    #expect(key == phone.keys.publicKey && name.text == "Phone")
    den.pass(.seconds(20), with: &phone, buttons: Buttons(.b))
    #expect(den.attached.isEmpty && den.reports.isEmpty)
    #expect(phone.pings > 30)
    let isIn = den.bridge.admission.accept(key, at: den.now)
    #expect(isIn)
    den.send(by: &phone)
    #expect(den.attached.map(\.number) == [1])
    den.send(by: &phone)
    #expect(phone.heard(.welcome) == [1, 0])
  }

  @Test func `Who is denied is told why, once, and its session ends`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    let isOut = den.bridge.admission.deny(phone.keys.publicKey, at: den.now)
    #expect(isOut)
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.deny) == [Refusal.deniedByHost.rawValue])
    den.pass(.seconds(3))
    #expect(den.bridge.admission.guests.isEmpty)
    let packet = phone.state([], roll: 0, at: den.now)
    #expect(den.deliver(packet, from: phone.endpoint) == .unknownIndex)
  }

  @Test func `A denial is repeated until the controller has it`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    den.sent = []
    _ = den.bridge.admission.deny(phone.keys.publicKey, at: den.now)
    den.pass(.milliseconds(990))
    #expect((15...25).contains(den.sent.count))
    den.pass(.seconds(2))
    #expect(den.bridge.admission.guests.isEmpty)
  }

  @Test func `Who waits and falls silent is gone, and who waits too long is told`() {
    var den = HostHarness(.ask)
    var (silent, patient) = (den.knownPhoneWhoWasLetIn(at: 1), den.knownPhoneWhoWasLetIn(at: 2))
    den.connect(&silent)
    den.connect(&patient)
    den.pass(.seconds(6), with: &patient)
    #expect(den.bridge.admission.guests.count == 1)
    den.pass(.seconds(115), with: &patient)
    #expect(patient.heard(.deny) == [Refusal.timeout.rawValue])
  }

  @Test func `A stranger who is answered is not taken for the player whose packet came before`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.engine.tracesPackets = true
    den.deliver(phone.state([], roll: 0, at: den.now), from: phone.endpoint)
    #expect(den.traced.map(\.number) == [1])
    let stranger = Endpoint(address: Address(high: 0, low: 0xffff_0a00_0063), port: 9)
    #expect(den.deliver(Array(probe: 5), from: stranger) == nil)
    #expect(den.sent.contains { $0.peer == .network(stranger) } && den.traced.count == 1)
  }

  @Test func `A full host says so`() {
    var den = HostHarness(.open, limit: 1)
    var (first, second) = (den.knownPhone(at: 1), den.knownPhone(at: 2))
    den.connect(&first)
    den.connect(&second)
    #expect(den.attached.count == 1)
    #expect(second.heard(.deny) == [Refusal.full.rawValue])
    let told = den.bridge.announcement(at: den.now)
    #expect(told.state == .full)
  }

  @Test func `Sixteen come in one after the other and play on together`() {
    var den = HostHarness(.open, limit: 16)
    var phones = (1...16).map { den.knownPhone(at: $0) }
    for index in phones.indices {
      den.connect(&phones[index])
      den.pass(.seconds(1))
    }
    #expect(den.bridge.players.count == 16)
    den.reports = []
    for index in phones.indices { den.send(Buttons(.a), by: &phones[index]) }
    #expect(Set(den.reports.map(\.slot.number)).count == 16)
  }

  @Test func `A locked host lets back in whose slot waits, and nobody else`() {
    var den = HostHarness(.open)
    var (first, second) = (den.knownPhone(at: 1), den.knownPhone(at: 2))
    den.connect(&first)
    den.bridge.admission.settings.policy = .locked
    den.pass(.seconds(10))
    first.restart()
    den.connect(&first)
    den.connect(&second)
    #expect(first.heard(.welcome).first == 1)
    #expect(second.heard(.deny) == [Refusal.locked.rawValue])
    #expect(den.attached.count == 1 && den.detached.isEmpty)
    let told = den.bridge.announcement(at: den.now)
    #expect(told.state == .locked)
  }

  @Test func `Who was accepted before the host was locked comes in with the next packet`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    #expect(den.bridge.admission.accept(phone.keys.publicKey, at: den.now) == true)
    den.bridge.admission.settings.policy = .locked
    den.send(by: &phone)
    #expect(den.attached.count == 1)
  }

  @Test func `A locked host lets nobody new in without encryption either, and keeps who plays`() throws {
    var den = HostHarness(.open)
    den.bridge.reload(try den.bridge.settings.allowingPlain())
    let hosts = (1...2).map { Endpoint(address: Address(v4: 0x0a00_0000 | $0), port: 4_000) }
    var streams = (1...2).map { PacketStream(token: $0) }
    let say = { (den: inout HostHarness, index: Int) -> Drop? in
      let packet = streams[index].packet(for: ControllerState(sampleTime: 0, tilt: Tilt()), at: den.now)
      return den.deliver((0..<packet.count).map { packet[$0] }, from: hosts[index])
    }
    #expect(say(&den, 0) == nil)
    den.bridge.admission.settings.policy = .locked
    #expect(say(&den, 1) == .notAllowed)
    #expect(say(&den, 0) == nil)
    den.bridge.admission.settings.policy = .open
    #expect(say(&den, 1) == nil)
    #expect(den.attached.count == 2)
  }
}

extension [UInt8] {
  /// Creates the bytes of a PROBE with `nonce`.
  fileprivate init(probe nonce: UInt64) {
    let datagram = Probe(nonce: nonce).datagram
    self = (0..<datagram.count).map { datagram[$0] }
  }
}
