import Channel
import Cryptography
import Model
import TestHost
import Testing
import TiltpadClient
import Wire

@testable import Bridge

@Suite struct SessionTests {
  @Test func `Who is kicked hears it, and the pad is gone at once`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.bridge.kick(PlayerSlot(index: 0), at: den.now)
    den.drain()
    #expect(den.detached.map(\.number) == [1])
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.bye) == [Refusal.deniedByHost.rawValue])
    #expect(den.bridge.players.count == 0)
  }

  @Test
  func `A handshake that its controller has not gone on with is forgotten, and nothing is due any more`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    phone.begin(with: den.keys.publicKey, by: .known, at: den.now)
    den.deliver(phone.due(at: den.now), from: phone.endpoint)
    #expect(den.sent.count == 1)
    let due = den.bridge.nextDeadline
    #expect(due == den.now + .seconds(5))
    den.now = due
    den.drain()
    #expect(den.bridge.nextDeadline > den.now + .seconds(60))
  }

  @Test func `Who sends too much for three seconds is sent away, who does for two is not`() {
    var den = HostHarness(.open)
    var (calm, wild) = (den.knownPhone(at: 1), den.knownPhone(at: 2))
    den.connect(&calm)
    den.connect(&wild)
    let flood = { (den: inout HostHarness, seconds: Int) in
      for step in 0..<seconds * 1_000 {
        den.pass(.milliseconds(1))
        den.send(by: &wild)
        if step % 20 == 0 { den.send(by: &calm) }
      }
    }
    flood(&den, 2)
    den.pass(.seconds(2))
    flood(&den, 2)
    #expect(den.detached.isEmpty && wild.heard(.bye).isEmpty)
    den.pass(.seconds(2))
    flood(&den, 5)
    #expect(wild.heard(.bye) == [Refusal.rate.rawValue])
    #expect(den.detached.map(\.number) == [2])
    #expect(calm.heard(.bye).isEmpty && den.bridge.players.count == 1)
    #expect(den.bridge.drops[.flooding] > 1_000)
  }

  @Test func `A host that shuts down says so, and keeps slots and pads for the next one`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.bridge.shutDown(at: den.now)
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.bye) == [Refusal.shutdown.rawValue])
    #expect(den.detached.isEmpty && den.bridge.players.count == 1)
  }

  @Test func `A revoked device is out at once and does not come in again`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.bridge.revoke(phone.keys.publicKey, at: den.now)
    den.drain()
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.bye) == [Refusal.revoked.rawValue])
    #expect(den.detached.count == 1)
    den.pass(.seconds(3))
    phone.restart()
    #expect(den.connect(&phone) == false)
  }

  @Test func `A revoked device does not come in by the code with which it was paired either`() {
    var den = HostHarness(.open)
    var phone = Phone("Phone", at: 9, seed: 9)
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    #expect(den.connect(&phone, by: .code) == true)
    den.bridge.revoke(phone.keys.publicKey, at: den.now)
    den.drain()
    den.pass(.seconds(3))
    phone.restart()
    #expect(den.connect(&phone, by: .code) == false)
  }

  @Test func `A controller that starts anew lets go of what it held, and keeps slot and pad`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.send(Buttons(.a), by: &phone)
    #expect(den.shown().buttons == Buttons(.a))
    den.pass(.milliseconds(40))
    phone.restart()
    den.connect(&phone)
    den.pass(.milliseconds(40))
    #expect(den.shown().buttons == [])
    #expect(den.attached.count == 1 && den.detached.isEmpty)
  }

  @Test func `A button held while the address changes stays held, once`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.send(Buttons(.a), by: &phone)
    let pressed = den.reports.count
    for port in UInt16(5_000)..<5_020 {
      den.pass(.milliseconds(50))
      phone.endpoint = Endpoint(address: Address(v4: 0x0a00_0100 | UInt32(port & 15)), port: port)
      den.send(Buttons(.a), by: &phone)
    }
    #expect(den.reports[pressed...].allSatisfy { $0.report.buttons == Buttons(.a) })
    #expect(den.shown().buttons == Buttons(.a))
    #expect(den.attached.count == 1)
  }

  @Test
  func
    `Two with the same key: the newer wins, and after the third time in ten seconds nobody does for a while`()
  {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    for _ in 0..<4 {
      den.pass(.milliseconds(500))
      phone.restart()
      #expect(den.connect(&phone) == true)
    }
    let contentions = den.news.filter { if case .contended = $0 { true } else { false } }
    #expect(contentions.count == 1)
    den.pass(.seconds(1))
    var rival = phone
    rival.restart()
    #expect(den.connect(&rival) == false)
    den.send(Buttons(.x), by: &phone)
    #expect(den.shown().buttons == Buttons(.x))
    den.pass(.seconds(31), with: &phone)
    phone.restart()
    #expect(den.connect(&phone) == true)
  }

  @Test func `A recorded session replayed, the same day or after a restart, does nothing`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    let recorded = (0..<20).map {
      phone.state($0 % 2 == 0 ? Buttons(.a) : [], roll: 0.1, at: den.now + .milliseconds(10 * $0))
    }
    for packet in recorded { den.deliver(packet, from: phone.endpoint) }
    den.pass(.seconds(1))
    let before = den.reports.count
    let thief = Endpoint(address: Address(v4: 0x0a00_0042), port: 6)
    den.sent = []
    for packet in recorded { #expect(den.deliver(packet, from: thief) != nil) }
    #expect(den.reports.count == before)
    #expect(!den.sent.contains { $0.peer == .network(thief) })
    let devices = Array(den.bridge.admission.devices.byKey.values)
    var later = HostHarness(.open)
    later.bridge = Bridge(
      settings: later.bridge.settings, greeting: Announcement(session: 78, name: DeviceName("Den")),
      keys: den.keys, devices: devices)
    for packet in recorded {
      #expect(later.deliver(packet, from: phone.endpoint) == .unknownIndex)
    }
    #expect(later.attached.isEmpty && later.sent.isEmpty)
  }

  @Test func `A person who compares the short codes lets a phone in that can do nothing else`() {
    var den = HostHarness(.open, confirms: true)
    var phone = Phone()
    #expect(den.connect(&phone, by: .confirm) == true)
    #expect(phone.heard(.welcome) == [0])
    let isInEarly = den.bridge.admission.accept(phone.keys.publicKey, at: den.now)
    #expect(!isInEarly)
    let code = ShortCode(handshake: phone.channel?.hash ?? Bytes32(repeating: 0))
    let nonce = ShortCode.Nonce(repeating: 3)
    let commitment = code.commitment(to: nonce)
    den.say(.shortCodeCommitment, text: commitment.indices.map { commitment[$0] }, by: &phone)
    den.drain()
    den.collect(&phone)
    #expect(phone.nonce.count == 16)
    den.say(.shortCodeReveal, text: [UInt8](repeating: 3, count: 16), by: &phone)
    guard phone.nonce.count == 16, case .waits(let key, _, let shown?) = den.news.last else {
      Issue.record("no code is shown")
      return
    }
    let (theirs) = ShortCode.Nonce { phone.nonce[$0] }
    #expect(shown == code.code(controller: nonce, host: theirs))
    let isIn = den.bridge.admission.accept(key, at: den.now)
    #expect(isIn)
    den.send(by: &phone)
    #expect(den.attached.count == 1)
    #expect(den.bridge.admission.devices.count == 1)
  }

  @Test func `Whoever reveals another nonce than the one committed to is sent away`() {
    var den = HostHarness(.open, confirms: true)
    var phone = Phone()
    den.connect(&phone, by: .confirm)
    den.say(.shortCodeCommitment, text: [UInt8](repeating: 1, count: 32), by: &phone)
    den.say(.shortCodeReveal, text: [UInt8](repeating: 3, count: 16), by: &phone)
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.deny) == [Refusal.protocolError.rawValue])
    #expect(den.attached.isEmpty)
  }

  @Test func `Confirmation is refused unless the host allows it`() {
    var den = HostHarness(.open)
    var phone = Phone()
    #expect(den.connect(&phone, by: .confirm) == false)
    #expect(den.attached.isEmpty)
  }

  @Test func `A slot waits a minute for its player, who finds pad and number again`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.pass(.seconds(50))
    #expect(den.detached.isEmpty)
    phone.restart()
    den.connect(&phone)
    #expect(phone.heard(.welcome).first == 1 && den.attached.count == 1)
    den.pass(.seconds(66))
    #expect(den.detached.count == 1)
    let next = den.bridge.nextDeadline
    #expect(next > den.now)
  }

  @Test func `Without its keys the host drops everything but PLAIN`() {
    var den = HostHarness(.open)
    den.bridge = Bridge(settings: den.bridge.settings)
    var phone = Phone()
    #expect(den.connect(&phone) == false)
    #expect(den.bridge.drops[.unknownType] == 1)
  }

  @Test func `A datagram of one byte is dropped for what its type expects`() {
    var den = HostHarness(.open)
    let place = Endpoint(address: .loopback, port: 9)
    let types: [OuterType] = [.introduction, .sealed, .plain]
    let drops = types.map { den.deliver([$0.rawValue], from: place) }
    #expect(drops == [.sessionSize, .sessionSize, .tooShort])
  }
}
