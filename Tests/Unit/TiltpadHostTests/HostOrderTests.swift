import Bridge
import Cryptography
import Impairment
import Model
import Motion
import Testing
import TiltpadClient
import TiltpadHost
import Wire

@Suite struct HostOrderTests {
  /// A delegate with only the required method.
  private final class Onlooker: HostDelegate {
    var states: [PeerState] = []

    func host(_ host: Host, peer: PublicKey, didChange state: PeerState) { states.append(state) }
  }

  @Test func `Once pairing is closed, neither the PIN nor the QR code lets a controller in`() {
    let party = Party(admission: .open)
    let pin = party.host.offerPIN()
    _ = party.host.offerCode()
    party.host.closePairing()
    party.invite("Red", by: .pin(pin))
    party.run(.seconds(12))
    #expect(party.keeper.story.isEmpty && party.keeper.devices.isEmpty && party.host.peers.isEmpty)
  }

  @Test func `A host that goes also turns away who still waits`() {
    let party = Party()
    party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.guests[0].side.states.last == .waiting)
    party.host.shutDown()
    party.run(.milliseconds(100))
    #expect(party.hall.deadline == .distantFuture, "the receipt for the denial has arrived")
    party.run(.seconds(3))
    #expect(party.guests[0].side.states.contains(.denied(.deniedByHost)))
    #expect(party.keeper.story.last == "unavailable" && party.host.peers.isEmpty)
  }

  @Test func `A host that is opened while it runs lets paired controllers in without a request`() throws {
    let party = Party()
    #expect(party.host.admission == .ask)
    party.host.admission = .open
    #expect(party.host.admission == .open)
    party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.keeper.story == ["paired Red", "available", "connected"])
  }

  @Test func `The tilt of a controller when it is recentred is straight ahead from then on`() throws {
    let party = Party(admission: .open, profile: .wheel)
    let (client, _) = party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(2))
    let peer = try #require(party.host.peers.first?.key)
    let tilt = Tilt(roll: Angle(radians: 0.4))
    func turned() -> Int16? {
      for step in 0..<50 {
        client.update(ControllerState(sampleTime: UInt32(step) * 20_000, tilt: tilt))
        party.run(.milliseconds(20))
      }
      return party.keeper.reports[peer]?.leftStick.x
    }
    #expect(try #require(turned()) > 10_000)
    party.host.recentre(KeyPair(from: &party.random).publicKey)
    #expect(try #require(turned()) > 10_000)
    party.host.recentre(peer)
    #expect(turned() == 0)
  }

  @Test func `A delegate needs only one method: what else happens passes it by, and who asks waits`() throws {
    let party = Party(limit: 1)
    let onlooker = Onlooker()
    party.host.delegate = onlooker
    let (client, side) = party.invite("Red", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(onlooker.states == [.available, .connecting] && side.states.last == .waiting)
    party.host.admission = .open
    let peer = try #require(party.host.peers.first?.key)
    #expect(party.host.accept(peer))
    party.run(.seconds(1))
    try client.send([1], reliably: true)
    client.update(ControllerState(sampleTime: 0, buttons: Buttons(.a)))
    party.run(.seconds(1))
    #expect(onlooker.states.last == .connected)
    party.invite("Blue", by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    #expect(party.guests[1].side.states.last == .denied(.full))
    #expect(onlooker.states.last == .unavailable)
  }

  @Test func `Two controllers that share a key take the session from each other until the host is told`()
    throws
  {
    let party = Party(admission: .open)
    let keys = KeyPair(from: &party.random)
    party.invite("Red", as: keys, by: .pin(party.host.offerPIN()))
    party.run(.seconds(3))
    let device = try #require(party.keeper.devices.first)
    party.invite("Red", as: keys, by: .known(device.preShared))
    party.run(.seconds(20))
    #expect(party.keeper.story.count { $0 == "failed: takeover" } == 1)
  }
}
