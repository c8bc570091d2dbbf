import Channel
import Cryptography
import Model
import TestHost
import Testing
import Wire

@testable import Bridge

/// The packets that waiting controllers may send, and the effects of the user's decision.
@Suite struct GuestTests {
  @Test func `A second commitment is no second try: who makes one is sent away`() {
    var den = HostHarness(.open, confirms: true)
    var phone = Phone()
    den.connect(&phone, by: .confirm)
    for byte in [1, 2] as [UInt8] {
      den.say(.shortCodeCommitment, text: [UInt8](repeating: byte, count: 32), by: &phone)
    }
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.deny) == [Refusal.protocolError.rawValue])
  }

  @Test func `A message that is repeated under its number gets its receipt again, and counts once`() {
    var den = HostHarness(.open, confirms: true)
    var phone = Phone()
    den.connect(&phone, by: .confirm)
    for (id, refusals) in [(1, []), (1, []), (2, [.protocolError])] as [(UInt16, [Refusal])] {
      var frames = ControllerFrames()
      frames.control = ControlMessage(id: id, code: ControlMessage.Code.shortCodeCommitment.rawValue)
      let packet = phone.seal(frames, text: [UInt8](repeating: 1, count: 32), at: den.now)
      den.deliver(packet, from: phone.endpoint)
      den.drain()
      den.collect(&phone)
      #expect(phone.receipts.last == id)
      #expect(phone.heard(.deny) == refusals.map(\.rawValue))
    }
    #expect(phone.receipts.prefix(2) == [1, 1])
  }

  @Test func `A number that is shown stays: who reveals again is sent away`() {
    var den = HostHarness(.open, confirms: true)
    var phone = Phone()
    den.connect(&phone, by: .confirm)
    den.compare(by: &phone)
    #expect(den.guests.first?.code != nil)
    den.say(.shortCodeReveal, text: [UInt8](repeating: 3, count: 16), by: &phone)
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.deny) == [Refusal.protocolError.rawValue])
    let isIn = den.bridge.admission.accept(phone.keys.publicKey, at: den.now)
    #expect(!isIn)
  }

  @Test func `Who is paired has nothing to compare, and is sent away for trying`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    den.say(.shortCodeCommitment, text: [UInt8](repeating: 1, count: 32), by: &phone)
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.deny) == [Refusal.protocolError.rawValue])
  }

  @Test func `Who waits and is revoked is told so, and is no longer there to be let in`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    den.bridge.revoke(phone.keys.publicKey, at: den.now)
    den.drain()
    den.drain()
    den.collect(&phone)
    #expect(phone.heard(.deny) == [Refusal.revoked.rawValue])
    let isIn = den.bridge.admission.accept(phone.keys.publicKey, at: den.now)
    #expect(!isIn && den.guests.isEmpty)
  }

  @Test
  func `A message within the second after a goodbye gets no receipt, and counts when the player is back`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.say(.bye, by: &phone)
    den.connect(&phone)
    let before = phone.receipts.count
    den.say(.force, ForceAbilities.motor.rawValue, by: &phone)
    den.pass(.milliseconds(900), with: &phone)
    #expect(phone.receipts.count == before)
    den.pass(.milliseconds(200), with: &phone)
    den.say(.force, ForceAbilities.motor.rawValue, by: &phone)
    den.pass(.milliseconds(100), with: &phone)
    #expect(phone.receipts.count == before + 1)
    #expect(den.bridge.players.abilities(of: PlayerSlot(index: 0)) == [.motor])
  }

  @Test func `A denial is said once, for the first reason`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    let isOut = den.bridge.admission.deny(phone.keys.publicKey, at: den.now)
    den.bridge.revoke(phone.keys.publicKey, at: den.now)
    den.drain()
    den.drain()
    den.collect(&phone)
    #expect(isOut && phone.heard(.deny) == [Refusal.deniedByHost.rawValue])
    #expect(den.news.count { if case .denied = $0 { true } else { false } } == 1)
  }

  @Test(arguments: [true, false])
  func `Who stops waiting, by a goodbye or in silence, is told of as gone, once`(saysGoodbye: Bool) {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    if saysGoodbye { den.say(.bye, by: &phone) }
    den.pass(.seconds(6))
    den.drain()
    #expect(den.gone == [phone.keys.publicKey] && den.guests.isEmpty)
    #expect(den.news.last?.peer?.state == .disconnected)
  }

  @Test func `Who was sent away is not told of as gone as well`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    _ = den.bridge.admission.deny(phone.keys.publicKey, at: den.now)
    den.say(.bye, by: &phone)
    den.pass(.seconds(6))
    den.drain()
    #expect(den.gone.isEmpty && den.news.last?.peer?.refusal == .deniedByHost)
  }

  @Test func `Who waits and begins anew by a code that another has taken is gone`() {
    var den = HostHarness(.ask)
    var (phone, other) = (den.knownPhoneWhoWasLetIn(at: 1), Phone(at: 2, seed: 2))
    den.connect(&phone)
    phone.restart()
    phone = den.phoneAtTheCode(phone)
    other.preShared = phone.preShared
    #expect(den.connect(&other, by: .code) == true)
    let packet = phone.state([], roll: 0, at: den.now)
    #expect(den.deliver(packet, from: phone.endpoint) == .pairingClosed)
    #expect(den.gone == [phone.keys.publicKey] && den.guests.map(\.key) == [other.keys.publicKey])
  }

  @Test func `Who is being sent away shows no number any more, and gets its receipts`() {
    var den = HostHarness(.open, confirms: true)
    var phone = Phone()
    den.connect(&phone, by: .confirm)
    let commitment = ShortCode(handshake: phone.channel?.hash ?? Bytes32(repeating: 0)).commitment(
      to: ShortCode.Nonce(repeating: 3))
    den.say(.shortCodeCommitment, text: commitment.indices.map { commitment[$0] }, by: &phone)
    den.drain()
    den.collect(&phone)
    _ = den.bridge.admission.deny(phone.keys.publicKey, at: den.now)
    let receipts = phone.receipts.count
    den.say(.shortCodeReveal, text: [UInt8](repeating: 3, count: 16), by: &phone)
    den.drain()
    den.collect(&phone)
    #expect(!den.news.contains { if case .waits = $0 { true } else { false } })
    #expect(phone.receipts.count > receipts && phone.heard(.deny) == [Refusal.deniedByHost.rawValue])
  }

  @Test func `Who starts anew now and then is not taken for two`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    for _ in 0..<8 {
      #expect(den.connect(&phone) == true)
      den.pass(.seconds(4), with: &phone)
      phone.restart()
    }
    #expect(!den.news.contains { if case .contended = $0 { true } else { false } })
  }

  @Test func `A code is announced until somebody has taken it`() {
    var den = HostHarness(.open)
    var phone = Phone()
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    let before = den.bridge.announcement(at: den.now)
    #expect(before.pairing.contains(.code))
    den.connect(&phone, by: .code)
    let after = den.bridge.announcement(at: den.now)
    #expect(!after.pairing.contains(.code))
  }

  @Test func `A code that is taken away ends the handshakes by it`() {
    var den = HostHarness(.open)
    var phone = den.phoneAtTheCode()
    den.bridge.admission.closePairing()
    let packet = phone.state([], roll: 0, at: den.now)
    #expect(den.deliver(packet, from: phone.endpoint) == .unknownIndex)
  }

  @Test func `Who comes back right after its goodbye is not sent away, and plays a second later`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.say(.bye, by: &phone)
    phone.restart()
    #expect(den.connect(&phone) == true)
    #expect(den.bridge.players.count == 0)
    den.pass(.milliseconds(1_100), with: &phone)
    #expect(den.bridge.players.count == 1 && phone.heard(.deny).isEmpty)
  }
}

extension HostHarness {
  /// The controllers that have stopped waiting.
  fileprivate var gone: [PublicKey] {
    news.compactMap { if case .gone(let key, _) = $0 { key } else { nil } }
  }
}
