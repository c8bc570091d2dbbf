import Cryptography
import Model
import Room
import TestHost
import TestSupport
import Testing
import Wire

@testable import Bridge
@testable import Channel

/// The rules of admission and of roles, most tested with a controller that would be admitted otherwise.
@Suite struct RuleTests {
  @Test(arguments: [PairingMode.known, .code, .confirm])
  func `What is paired as a buzzer does not become a gamepad`(mode: PairingMode) {
    var den = HostHarness(.open, confirms: true)
    var phone = den.knownPhone(as: .buzzer)
    if mode == .code { den.bridge.admission.offerCode(phone.preShared, at: den.now) }
    phone.role = .gamepad
    #expect(den.connect(&phone, by: mode) == false)
    #expect(den.bridge.admission.devices[phone.keys.publicKey]?.role == .buzzer)
    phone.role = .buzzer
    #expect(den.connect(&phone, by: .known) == true)
  }

  @Test func `A PIN leaves a buzzer what it is`() {
    var den = HostHarness(.open)
    let phone = den.knownPhone(as: .buzzer)
    den.bridge.admission.offerPIN(5, at: den.now)
    #expect(den.enter(pin: 5, by: phone) == true)
    #expect(den.bridge.admission.devices[phone.keys.publicKey]?.role == .buzzer)
  }

  @Test func `What is paired as a gamepad may come as a buzzer`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    phone.role = .buzzer
    #expect(den.connect(&phone) == true)
  }

  @Test func `The pad of a buzzer rests in every mode`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone(as: .buzzer)
    phone.role = .buzzer
    den.connect(&phone)
    for mode in [Mode.play, .tank, .buzzer, .play] {
      den.room.setMode(mode, at: den.now)
      for buttons in [Buttons(.a), []] {
        den.pass(.milliseconds(50))
        den.send(buttons, roll: 0.5, by: &phone)
        #expect(den.shown() == .neutral)
      }
    }
  }

  @Test func `What comes again as a buzzer lets go, and moves its pad again as a gamepad`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    func held(as role: Introduction.Role) -> Buttons {
      phone.restart()
      phone.role = role
      den.connect(&phone)
      for buttons in [[], Buttons(.a)] {
        den.pass(.milliseconds(50))
        den.send(buttons, by: &phone)
      }
      return den.shown().buttons
    }
    #expect(held(as: .gamepad) == Buttons(.a))
    #expect(held(as: .buzzer) == [])
    #expect(held(as: .gamepad) == Buttons(.a))
    #expect(den.attached.count == 1, "with the same pad")
  }

  @Test func `A full book takes no device by code, and one that is in it comes in`() {
    var den = HostHarness(.open)
    var known = den.knownPhone(at: 1)
    den.fill(to: 64)
    var phone = Phone(at: 2, seed: 2)
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    #expect(den.connect(&phone, by: .code) == false)
    #expect(den.connect(&known) == true)
    #expect(den.bridge.admission.devices.count == 64)
  }

  @Test func `Of two with a code and a handshake each, the one that fills the book is the last`() {
    var den = HostHarness(.open)
    den.fill(to: 63)
    var phone = den.phoneAtTheCode(Phone(at: 2, seed: 2))
    den.fill(to: 64)
    #expect(
      den.deliver(phone.state([], roll: 0, at: den.now), from: phone.endpoint) == .pairingClosed
    )
    #expect(den.bridge.admission.devices.count == 64)
  }

  @Test func `A full book takes no device by comparison, asked before or after`() {
    var den = HostHarness(.open, confirms: true)
    den.fill(to: 63)
    var (early, late) = (Phone(at: 1, seed: 1), Phone(at: 2, seed: 2))
    den.connect(&early, by: .confirm)
    den.compare(by: &early)
    den.fill(to: 64)
    #expect(den.connect(&late, by: .confirm) == false)
    let isIn = den.bridge.admission.accept(early.keys.publicKey, at: den.now)
    #expect(!isIn)
    den.drain()
    den.collect(&early)
    #expect(early.heard(.deny) == [Refusal.full.rawValue])
    #expect(den.bridge.admission.devices.count == 64)
  }

  @Test func `A full book takes no device by PIN, and the PIN is no longer good`() {
    var den = HostHarness(.open)
    den.fill(to: 63)
    den.bridge.admission.offerPIN(5, at: den.now)
    den.fill(to: 64)
    #expect(den.enter(pin: 5, by: Phone(at: 1, seed: 1)) == false)
    #expect(den.bridge.admission.devices.count == 64)
  }

  @Test func `The device that fills the book by PIN hears again that it is in`() {
    var den = HostHarness(.open)
    den.fill(to: 63)
    den.bridge.admission.offerPIN(5, at: den.now)
    let phone = Phone(at: 1, seed: 1)
    #expect(den.enter(pin: 5, by: phone, losingAnswers: 1) == true)
    #expect(den.bridge.admission.devices.count == 64)
  }

  @Test func `Who asks to be confirmed is told at once that a person has to agree, and only then`() {
    for (mode, status) in [(PairingMode.confirm, 1), (.known, 0)] as [(PairingMode, UInt8)] {
      var den = HostHarness(.open, confirms: true)
      var phone = den.knownPhone()
      den.sent = []
      phone.begin(with: den.keys.publicKey, by: mode, at: den.now)
      den.deliver(phone.due(at: den.now), from: phone.endpoint)
      #expect(den.sent.first?.datagram[0] == OuterType.welcome.rawValue)
      #expect(den.sent.first?.datagram[2] == status)
    }
  }

  @Test func `A PIN of the mode lets in who is paired, and nobody else`() {
    var den = HostHarness(.open)
    var (known, stranger) = (den.knownPhone(at: 1), Phone(at: 2, seed: 2))
    #expect(den.connect(&known, by: .pin) == true)
    #expect(den.connect(&stranger, by: .pin) == false)
    #expect(den.bridge.drops[.unknownKey] == 1)
  }

  @Test func `A code lets nobody in before it is shown or after it was taken back`() {
    var den = HostHarness(.open)
    var phone = Phone()
    phone.preShared = Secret(from: &den.random)
    #expect(den.connect(&phone, by: .code) == false)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    den.bridge.admission.closePairing()
    #expect(den.connect(&phone, by: .code) == false)
    #expect(den.bridge.drops[.refused] == 2)
  }

  @Test func `A device that is revoked between handshake and first packet begins no session`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    #expect(den.isPlaceKnown(of: phone))
    phone.begin(with: den.keys.publicKey, by: .known, at: den.now)
    den.deliver(phone.due(at: den.now), from: phone.endpoint)
    den.collect(&phone)
    den.bridge.revoke(phone.keys.publicKey, at: den.now)
    den.drain()
    #expect(!den.isPlaceKnown(of: phone))
    let packet = phone.state([], roll: 0, at: den.now)
    #expect(den.deliver(packet, from: phone.endpoint) == .pairingClosed)
    #expect(den.attached.isEmpty && den.bridge.peers().isEmpty)
    let next = phone.state([], roll: 0, at: den.now)
    #expect(den.deliver(next, from: phone.endpoint) == .unknownIndex)
  }

  @Test func `Who waits for a person and starts anew waits once`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    for _ in 0..<3 {
      den.connect(&phone)
      #expect(den.bridge.peers().count == 1)
      phone.restart()
      den.pass(.seconds(4), with: &phone)
    }
  }

  @Test func `Nothing that a player or a stranger sends takes a device out of the book`() {
    var den = HostHarness(.open)
    var (victim, other) = (den.knownPhone(at: 1), den.knownPhone(at: 2))
    den.connect(&victim)
    den.connect(&other)
    for code in UInt8.min...(.max) {
      guard let code = ControlMessage.Code(rawValue: code), code != .bye else { continue }
      for reason in [Refusal.revoked, .deniedByHost, .none] { den.say(code, reason.rawValue, by: &other) }
    }
    den.say(.bye, Refusal.revoked.rawValue, by: &other)
    #expect(den.bridge.admission.devices.count == 2)
    den.send(Buttons(.a), by: &victim)
    #expect(den.shown(1).buttons == Buttons(.a))
  }
}

extension HostHarness {
  /// Returns a phone that was paired by a QR code before, with the role `role`.
  mutating func knownPhone(as role: Introduction.Role) -> Phone {
    var phone = Phone()
    phone.role = role
    phone.preShared = Secret(from: &random)
    bridge.admission.offerCode(phone.preShared, at: now)
    connect(&phone, by: .code)
    say(.bye, by: &phone)
    pass(.milliseconds(1_100))
    phone.restart()
    return phone
  }

  /// Returns whether handshakes of `phone` have an allowance of their own for its address.
  func isPlaceKnown(of phone: Phone) -> Bool {
    bridge.admission.channel.gate.knownEndpoints.nearness(
      of: phone.endpoint.address, to: phone.keys.publicKey)
      == .sameAddress
  }

  /// Pairs devices until `count` devices are paired.
  mutating func fill(to count: Int) {
    while bridge.admission.devices.count < count {
      let key = KeyPair(from: &random).publicKey
      bridge.admission.pair(
        Admission.Device(key: key, name: DeviceName("One of many"), role: .gamepad, preShared: .zero), .code)
    }
  }

  /// Makes `phone` pair by `pin`, and asks again if the last answers are lost.
  ///
  /// Returns whether the phone receives the answer that it is paired.
  mutating func enter(pin: UInt32, by phone: Phone, losingAnswers lost: Int = 0) -> Bool {
    var cookie = InlineArray<16, UInt8>(repeating: 0)
    for step in 0..<2 {
      guard
        var entry = PinEntry(
          keys: phone.keys, host: keys.publicKey, name: DeviceName(phone.name), pin: pin, cookie: cookie,
          random: &random)
      else { return false }
      guard let answer = ask(entry.packet, from: phone.endpoint) else { return false }
      if step == 0, let asked = try? CookieReply(parsing: answer.span) {
        cookie = asked.cookie
        continue
      }
      guard case .send(let proof) = entry.receive(answer.span) else { return false }
      for _ in 0..<lost { _ = ask(proof, from: phone.endpoint) }
      guard let last = ask(proof, from: phone.endpoint) else { return false }
      if case .paired = entry.receive(last.span) { return true }
    }
    return false
  }

  private mutating func ask(_ datagram: Datagram<192>, from endpoint: Endpoint) -> [UInt8]? {
    deliver((0..<datagram.count).map { datagram[$0] }, from: endpoint)
    guard let index = sent.firstIndex(where: { $0.peer == .network(endpoint) }) else { return nil }
    return sent.remove(at: index).datagram.array
  }
}
