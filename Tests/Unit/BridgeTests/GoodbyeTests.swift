import Channel
import Cryptography
import Model
import TestHost
import Testing
import Wire

@testable import Bridge

/// Goodbyes of controllers that have a slot: in the first packet of a new session, and as a host shuts down.
@Suite struct GoodbyeTests {
  /// Makes `phone` begin a session and send a goodbye in the first packet.
  private func leaveAtOnce(_ phone: inout Phone, _ den: inout HostHarness) {
    phone.restart()
    phone.begin(with: den.keys.publicKey, by: .known, at: den.now)
    den.deliver(phone.due(at: den.now), from: phone.endpoint)
    den.collect(&phone)
    den.say(.bye, by: &phone)
  }

  @Test(arguments: [Interval.milliseconds(100), .seconds(10)])
  func `Who begins anew only to say goodbye leaves the slot, from play or while away`(silence: Interval) {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.send(Buttons(.a), by: &phone)
    #expect(den.shown().buttons == Buttons(.a))
    den.pass(silence)
    leaveAtOnce(&phone, &den)
    #expect(den.detached.map(\.number) == [1] && den.bridge.players.count == 0)
    #expect(den.bridge.peers().isEmpty && den.bridge.admission.guests.isEmpty)
    guard case .left(let key, _, let slot) = den.news.last else {
      Issue.record("nobody is told that the player has left")
      return
    }
    #expect(key == phone.keys.publicKey && slot.number == 1)
    den.pass(.seconds(2))
    phone.restart()
    #expect(den.connect(&phone) == true && den.bridge.players.count == 1)
  }

  @Test func `A goodbye after the host's own, as it shuts down, keeps the slot for its next start`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    den.bridge.shutDown(at: den.now)
    den.say(.bye, by: &phone)
    #expect(den.detached.isEmpty && den.bridge.players.taken == PlayerSlots(PlayerSlot(index: 0)))
  }
}
