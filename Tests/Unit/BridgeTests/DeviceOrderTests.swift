import Bridge
import Channel
import Cryptography
import Engine
import Model
import TestHost
import Testing
import Wire

/// The orders of local programs about pairing and admission, and their answers.
@Suite struct DeviceOrderTests {
  private let done = "answer done to 3"
  private let nobody = "answer nobody to 3"

  private func key(_ number: UInt8) -> AdmissionOrder.Key { AdmissionOrder.Key { UInt8($0) &+ number } }

  @Test func `A host without sessions pairs nobody, but has a policy and players`() {
    var programs = Programs(HostHarness.plain())
    programs.host.receive(Packet(0).datagram)
    _ = programs.popWords()
    let orders: [AdmissionOrder] = [
      .accept(key(1)), .deny(key(1)), .offerCode, .offerPIN, .closePairing, .revoke(key(1)),
      .rename(key(1), DeviceName("Ada")),
    ]
    for order in orders { #expect(programs.order(order) == ["answer noSessions to 3"], "\(order)") }
    #expect(programs.order(.policy(.locked)) == [done] && programs.host.engine.policy == .locked)
    #expect(!programs.host.engine.hasSessions && programs.log.answers.allSatisfy { $0.number == 0 })
    let second = PlayerSlot(index: 1)
    #expect(programs.order(.kick(second)).last == nobody && programs.host.detached.isEmpty)
    #expect(programs.order(.kick(PlayerSlot(index: 0))).last == done)
    #expect(programs.host.detached == [PlayerSlot(index: 0)])
  }

  @Test func `An answer has the number of its order, and goes to the program that gave it`() {
    var programs = Programs(HostHarness.plain())
    var order = LocalOrder(.policy(.ask))
    order.number = 77
    #expect(programs.say(.order(order), from: 9) == ["answer done to 9"])
    #expect(programs.log.answers.map(\.number) == [77])
  }

  @Test func `A code has a secret by which one device pairs, and two minutes`() throws {
    var programs = Programs(stored: .open)
    #expect(programs.order(.offerCode) == [done])
    let answer = try #require(programs.log.answers.first)
    #expect(PublicKey(answer.key) == programs.host.keys.publicKey && answer.name.text == "Den")
    #expect(answer.seconds == 120 && answer.port == 0 && answer.pin == 0)
    var phone = Phone()
    phone.preShared = HKDF.preShared(ofCode: answer.secret)
    #expect(programs.host.connect(&phone, by: .code) == true)
    #expect(programs.popWords().filter { $0 != "stage" } == ["keep Phone by code", "keep touch"])
  }

  @Test func `An answer names the port at which controllers find the host`() throws {
    var programs = Programs(stored: .open)
    programs.host.engine = HostEngine(
      settings: .init(bridge: .raw(limit: 4)), port: 28_460,
      greeting: Announcement(session: 1, name: DeviceName("Den")),
      keys: programs.host.keys)
    for order in [AdmissionOrder.offerCode, .offerPIN] { programs.order(order) }
    #expect(programs.log.answers.map(\.port) == [28_460, 28_460])
  }

  @Test func `A PIN has six digits, by which one device pairs, and a minute`() throws {
    var programs = Programs(stored: .open)
    #expect(programs.order(.offerPIN) == [done])
    let answer = try #require(programs.log.answers.first)
    #expect(
      answer.seconds == 60 && answer.pin <= 999_999
        && answer.secret.indices.allSatisfy { answer.secret[$0] == 0 })
    #expect(programs.host.enter(pin: answer.pin, by: Phone()) == true)
    #expect(programs.popWords() == ["keep Phone by pin"])
  }

  /// A source that gives the same number again and again.
  private struct Constant: RandomNumberGenerator {
    let number: UInt64

    mutating func next() -> UInt64 { number }
  }

  @Test(arguments: [(1, 0), (.max, 999_999)] as [(UInt64, UInt32)])
  func `A PIN is drawn from all numbers of six digits`(_ drawn: UInt64, _ pin: UInt32) {
    var programs = Programs(stored: .open)
    var random = Constant(number: drawn)
    let order = LocalPacket.order(LocalOrder(.offerPIN))
    programs.host.engine.apply(order, in: Span(), from: 3, at: programs.host.now, random: &random)
    programs.host.drain()
    #expect(programs.log.answers.map(\.pin) == [pin])
  }

  @Test func `A full book offers neither code nor PIN`() {
    var programs = Programs(stored: .open)
    programs.host.fill(to: 64)
    programs.host.drain()
    _ = programs.popWords()
    for order in [AdmissionOrder.offerCode, .offerPIN] {
      #expect(programs.order(order) == ["answer full to 3"])
    }
    #expect(programs.host.engine.pairings(at: programs.host.now).isEmpty)
  }

  @Test func `Only the program that has offered a code or a PIN takes it back`() {
    var programs = Programs(stored: .open)
    func open() -> Announcement.Pairing { programs.host.engine.pairings(at: programs.host.now) }
    programs.order(.offerCode, from: 3)
    programs.order(.offerPIN, from: 4)
    #expect(open() == [.code, .pin])
    #expect(programs.order(.closePairing, from: 5) == ["answer done to 5"] && open() == [.code, .pin])
    programs.order(.closePairing, from: 3)
    #expect(open() == [.pin])
    programs.order(.closePairing, from: 4)
    #expect(open() == [])
    programs.order(.offerCode, from: 4)
    #expect(programs.order(.closePairing, from: 4).last == "answer done to 4" && open() == [])
  }

  @Test(arguments: [
    (HostEngine.KeepResult.done, "done"), (.failed, "failed"), (.refused, "failed"),
    (.unknownDevice, "nobody"),
  ])
  func `A new name is shown at once, and answered when the store has it`(
    _ result: HostEngine.KeepResult, _ answer: String
  ) {
    var programs = Programs(stored: .open)
    var phone = programs.host.knownPhone()
    programs.host.connect(&phone)
    while !programs.host.unkept.isEmpty { programs.keep() }
    let order = AdmissionOrder.rename(phone.keys.publicKey.bytes, DeviceName("Ada"))
    #expect(programs.order(order) == ["keep name Ada", "peer Ada connected"])
    #expect(programs.log.peers.last.map { PublicKey($0.key) } == phone.keys.publicKey)
    #expect(programs.keep(result) == ["answer \(answer) to 3"])
    #expect(programs.order(.rename(key(1), DeviceName("Bob"))) == ["keep name Bob"], "nobody is shown")
  }

  @Test(arguments: [true, false])
  func `A device is revoked if the host or the store knows it`(isKnown: Bool) {
    var programs = Programs(stored: .open)
    var phone = programs.host.knownPhone()
    programs.host.connect(&phone)
    while !programs.host.unkept.isEmpty { programs.keep() }
    let words = programs.order(.revoke(isKnown ? phone.keys.publicKey.bytes : key(1)))
    #expect(words.filter { $0 != "stage" } == ["keep revoke"])
    #expect(programs.keep(.unknownDevice) == [isKnown ? done : nobody])
    programs.host.collect(&phone)
    #expect(phone.heard(.bye) == (isKnown ? [Refusal.revoked.rawValue] : []))
  }

  @Test func `Who waits is let in or sent away once, and nobody else is`() {
    var programs = Programs(stored: .ask)
    var (ada, bob) = (programs.host.knownPhoneWhoWasLetIn(at: 1), programs.host.knownPhoneWhoWasLetIn(at: 2))
    programs.host.connect(&ada)
    programs.host.connect(&bob)
    _ = programs.popWords()
    #expect(programs.order(.accept(key(1))) == [nobody] && programs.order(.deny(key(1))) == [nobody])
    #expect(programs.order(.accept(ada.keys.publicKey.bytes)) == [done])
    #expect(programs.order(.deny(bob.keys.publicKey.bytes)) == [done])
    #expect(programs.order(.deny(bob.keys.publicKey.bytes)) == [nobody])
    programs.host.send(by: &ada)
    programs.host.collect(&bob)
    #expect(programs.host.engine.players == PlayerSlots(PlayerSlot(index: 0)))
    #expect(bob.heard(.deny) == [Refusal.deniedByHost.rawValue])
    #expect(programs.order(.accept(ada.keys.publicKey.bytes)).last == nobody, "who plays does not wait")
  }

  @Test func `Who has no number to compare yet cannot be let in, but may be later`() {
    var programs = Programs(stored: .open, confirms: true)
    var phone = Phone()
    programs.host.connect(&phone, by: .confirm)
    #expect(programs.order(.accept(phone.keys.publicKey.bytes)) == ["answer notNow to 3"])
    programs.host.compare(by: &phone)
    #expect(programs.order(.accept(phone.keys.publicKey.bytes)) == ["keep Phone by confirm", done])
  }

  @Test func `A gateway's controller is let in or sent away under its number`() throws {
    for isAccepted in [true, false] {
      var programs = Programs(stored: .open)
      let waits = LocalPacket.guest(controller: 7, .waits, DeviceName("Aki"))
      #expect(programs.say(waits, from: 20) == ["peer Aki connecting"])
      #expect(programs.host.engine.peers.map(\.name.text) == ["Aki"])
      let key = try #require(programs.log.peers.first).key
      let words = programs.order(isAccepted ? .accept(key) : .deny(key))
      #expect(words == ["verdict \(isAccepted) for 7 to 20", done])
      #expect(
        programs.say(.guest(controller: 7, .gone, DeviceName("Aki")), from: 20) == ["peer Aki disconnected"])
      #expect(programs.order(isAccepted ? .accept(key) : .deny(key)) == [nobody])
    }
  }

  @Test func `A gateway that is gone takes its controllers along, and a program its answers`() {
    var programs = Programs(stored: .open)
    programs.say(.guest(controller: 7, .waits, DeviceName("Aki")), from: 20)
    programs.say(.guest(controller: 8, .waits, DeviceName("Bea")), from: 21)
    programs.order(.rename(key(1), DeviceName("Ada")))
    programs.host.engine.apply(.hangUp(connection: 20), at: programs.host.now)
    programs.host.drain()
    #expect(programs.popWords() == ["peer Aki disconnected"])
    #expect(programs.host.engine.peers.map(\.name.text) == ["Bea"])
    programs.host.engine.apply(.hangUp(connection: Programs.program), at: programs.host.now)
    #expect(programs.keep() == [])
  }

  @Test func `Sixty-four answers wait for the store, and the next order has failed`() {
    var programs = Programs(stored: .open)
    for _ in 0..<64 { #expect(programs.order(.rename(key(1), DeviceName("Ada"))) == ["keep name Ada"]) }
    let words = programs.order(.rename(key(1), DeviceName("Ada")))
    #expect(words == ["keep name Ada", "answer failed to 3"])
    #expect(programs.keep() == [done])
    #expect(programs.order(.rename(key(1), DeviceName("Ada"))) == ["keep name Ada"])
  }
}

extension HostEngine {
  /// Returns the ways of pairing that the host announces at `now`.
  fileprivate mutating func pairings(at now: Instant) -> Announcement.Pairing {
    announcement(at: now).pairing
  }
}
