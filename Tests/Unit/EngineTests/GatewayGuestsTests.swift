import Model
import Testing
import Wire

@testable import Engine

@Suite struct GatewayGuestsTests {
  private static let aki = DeviceName("Aki")

  @Test func `A gateway's controller is listed under its number and no device's key`() throws {
    var guests = GatewayGuests()
    let notedPeer = guests.note(0x0102_0304, .waits, Self.aki, in: nil, from: 16)
    let peer = try #require(notedPeer)
    #expect(peer.state == .connecting && peer.name == Self.aki && peer.slot == nil)
    #expect(peer.key.indices.map { peer.key[$0] } == [1, 2, 3, 4] + [UInt8](repeating: 0, count: 28))
    let found = try #require(guests.controller(waitingAs: peer.key))
    #expect(found == (16, 0x0102_0304))
    for index in 0..<32 {
      var key = peer.key
      key[index] ^= 1
      #expect(guests.controller(waitingAs: key) == nil, "a device's key is no controller's, nor is another's")
    }
    let notedSeated = guests.note(0x0102_0304, .plays, Self.aki, in: PlayerSlot(index: 2), from: 16)
    let seated = try #require(notedSeated)
    #expect(seated.state == .connected && seated.slot == PlayerSlot(index: 2))
    #expect(guests.controller(waitingAs: peer.key) == nil, "nobody waits any more")
    let answer1 = guests.note(0x0102_0304, .gone, Self.aki, in: nil, from: 16)
    #expect(answer1?.state == .disconnected)
    let stranger = guests.note(9, .gone, Self.aki, in: nil, from: 16)
    #expect(guests.peers.isEmpty && stranger == nil)
  }

  @Test func `Another gateway cannot speak for a controller`() throws {
    var guests = GatewayGuests()
    let notedPeer = guests.note(7, .waits, Self.aki, in: nil, from: 16)
    let peer = try #require(notedPeer)
    for state in GuestState.allCases {
      let answer2 = guests.note(7, state, DeviceName("Eve"), in: nil, from: 17)
      #expect(answer2 == nil)
    }
    #expect(guests.controller(waitingAs: peer.key)?.connection == 16)
    let answer3 = guests.remove(17)
    #expect(answer3.isEmpty)
    let answer4 = guests.remove(16)
    #expect(answer4.map(\.state) == [.disconnected])
    #expect(guests.peers.isEmpty)
  }

  @Test func `Who waits has no slot, and who is gone with its gateway neither`() {
    var guests = GatewayGuests()
    let slot = PlayerSlot(index: 2)
    let waiting = guests.note(7, .waits, Self.aki, in: slot, from: 16)
    #expect(waiting?.state == .connecting && waiting?.slot == nil)
    _ = guests.note(8, .plays, Self.aki, in: slot, from: 16)
    _ = guests.note(9, .plays, Self.aki, in: slot, from: 17)
    #expect(guests.peers.map(\.slot) == [nil, slot, slot])
    let gone = guests.remove(16)
    #expect(gone.map(\.slot) == [nil, nil] && gone.allSatisfy { $0.state == .disconnected })
    #expect(guests.peers.map(\.slot) == [slot])
  }

  @Test func `No more than thirty-two are listed`() {
    var guests = GatewayGuests()
    for number: UInt32 in 0..<40 { _ = guests.note(number, .waits, Self.aki, in: nil, from: 16) }
    #expect(guests.peers.count == 32)
    let answer5 = guests.note(3, .plays, Self.aki, in: nil, from: 16)
    #expect(answer5 != nil, "who is listed may change")
  }
}
