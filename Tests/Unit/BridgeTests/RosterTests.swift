import Bridge
import Guards
import Model
import Testing

@Suite struct RosterTests {
  let start = Instant(nanoseconds: 1_000_000_000)

  func key(_ token: UInt32) -> Roster.Key { Roster.Key.plain(Address(v4: 0x7f00_0001), token: token) }
  func peer(_ port: UInt16) -> PeerID { .network(Endpoint(address: Address(v4: 0x7f00_0001), port: port)) }
  func slot(_ number: Int) -> PlayerSlot { PlayerSlot(index: number - 1) }

  func roster(limit: Int = 4) -> Roster {
    let loopback = AddressRange(base: Address(v4: 0x7f00_0000), length: 8)
    return Roster(settings: Roster.Settings(limit: limit, plainRanges: [loopback].compactMap { $0 }))
  }

  @Test func `Players get the first free slot, and the one beyond the limit is denied`() {
    var roster = roster(limit: 2)
    #expect(roster.admit(key(1), from: peer(1), at: start) == .joined(slot(1)))
    #expect(roster.admit(key(2), from: peer(2), at: start) == .joined(slot(2)))
    #expect(roster.admit(key(3), from: peer(3), at: start) == .denied(.full))
    #expect(roster.admit(key(1), from: peer(1), at: start) == .seated(slot(1)))
    roster.leave(slot(1), at: start)
    #expect(roster.admit(key(3), from: peer(3), at: start) == .joined(slot(1)))
  }

  @Test func `Nobody plays without encryption unless the configuration allows the address`() {
    var roster = Roster(settings: Roster.Settings())
    #expect(roster.admit(key(1), from: peer(1), at: start) == .denied(.notAllowed))
  }

  @Test func `A live player cannot be taken over from another port, a silent one goes on there`() {
    var roster = roster()
    _ = roster.admit(key(1), from: peer(1), at: start)
    #expect(roster.admit(key(1), from: peer(9), at: start + .milliseconds(999)) == .denied(.foreignEndpoint))
    #expect(roster[slot(1)]?.peer == peer(1))
    #expect(roster.admit(key(1), from: peer(9), at: start + .seconds(1)) == .seated(slot(1)))
    #expect(roster[slot(1)]?.peer == peer(9))
  }

  @Test func `A silent player is disconnected after 5 s and the slot waits 60 s more`() {
    var roster = roster()
    _ = roster.admit(key(1), from: peer(1), at: start)
    #expect(roster.advance(slot(1), to: start + .milliseconds(4_999)) == nil)
    #expect(roster.advance(slot(1), to: start + .seconds(5)) == .disconnected(slot(1)))
    #expect(roster.advance(slot(1), to: start + .seconds(64)) == nil)
    #expect(roster.admit(key(1), from: peer(1), at: start + .seconds(64)) == .returned(slot(1)))
    _ = roster.advance(slot(1), to: start + .seconds(69))
    #expect(roster.advance(slot(1), to: start + .seconds(129)) == .freed(slot(1)))
    #expect(roster[slot(1)] == nil)
  }

  @Test func `A slot can wait for ever, until other rules say for how long`() {
    var roster = roster()
    _ = roster.admit(key(1), from: peer(1), at: start)
    var settings = roster.settings
    settings.reservation = nil
    roster.reload(settings)
    #expect(roster.advance(slot(1), to: start + .seconds(5)) == .disconnected(slot(1)))
    #expect(roster.deadline(of: slot(1)) == .distantFuture)
    #expect(roster.advance(slot(1), to: start + .seconds(1_000_000)) == nil)
    settings.reservation = .seconds(10)
    roster.reload(settings)
    #expect(roster.advance(slot(1), to: start + .seconds(15)) == .freed(slot(1)))
  }

  @Test func `A resumed slot waits for its controller, and others get another`() {
    var roster = roster()
    #expect(roster.resume(slot(1), of: key(7), from: peer(0), at: start) == true)
    #expect(roster[slot(1)]?.isConnected == false)
    #expect(roster.admit(key(8), from: peer(8), at: start) == .joined(slot(2)))
    #expect(roster.admit(key(7), from: peer(7), at: start + .seconds(59)) == .returned(slot(1)))
    #expect(roster[slot(1)]?.peer == peer(7))
  }

  @Test func `A resumed slot is freed when its controller does not come within the reservation`() {
    var roster = roster()
    _ = roster.resume(slot(3), of: key(7), from: peer(0), at: start)
    #expect(roster.advance(slot(3), to: start + .milliseconds(59_999)) == nil)
    #expect(roster.advance(slot(3), to: start + .seconds(60)) == .freed(slot(3)))
  }

  @Test func `A slot is not resumed twice, nor for two controllers, nor for one that may not play`() {
    var roster = roster()
    let foreign = Endpoint(address: Address(v4: 0x0a00_0001), port: 0)
    #expect(roster.resume(slot(1), of: key(1), from: .network(foreign), at: start) == false)
    #expect(roster.resume(slot(1), of: key(1), from: peer(0), at: start) == true)
    #expect(roster.resume(slot(1), of: key(2), from: peer(0), at: start) == false)
    #expect(roster.resume(slot(2), of: key(1), from: peer(0), at: start) == false)
    let gateway = PeerID.gateway(connection: .max, controller: 2)
    #expect(roster.resume(slot(2), of: key(2), from: gateway, at: start) == true)
  }

  @Test func `Newcomers come 16 at once and then 5 a second`() {
    var roster = roster(limit: 1)
    func admit(_ token: UInt32, at now: Instant) -> Roster.Admittance {
      let admission = roster.admit(key(token), from: peer(1), at: now)
      if case .joined(let slot) = admission { roster.leave(slot, at: now) }
      return admission
    }
    for token in 0..<16 as Range<UInt32> { #expect(admit(token, at: start) == .joined(slot(1))) }
    #expect(admit(16, at: start) == .denied(.flooding))
    #expect(admit(16, at: start + .milliseconds(199)) == .denied(.flooding))
    #expect(admit(16, at: start + .milliseconds(200)) == .joined(slot(1)))
  }

  @Test func `Who asks in vain for a free slot takes no turn of a newcomer's`() {
    var roster = roster(limit: 1)
    _ = roster.admit(key(1), from: peer(1), at: start)
    for _ in 0..<100 { #expect(roster.admit(key(2), from: peer(2), at: start) == .denied(.full)) }
    roster.leave(slot(1), at: start)
    #expect(roster.admit(key(2), from: peer(2), at: start) == .joined(slot(1)))
  }

  @Test func `Stragglers of a goodbye do not bring the player back`() {
    var roster = roster()
    _ = roster.admit(key(1), from: peer(1), at: start)
    roster.leave(slot(1), at: start)
    #expect(roster.admit(key(1), from: peer(1), at: start + .milliseconds(999)) == .denied(.gone))
    #expect(roster.admit(key(1), from: peer(1), at: start + .seconds(1)) == .joined(slot(1)))
  }

  @Test func `A bucket lets a burst through and then its rate`() {
    var bucket = TokenBucket(rate: 500, burst: 64)
    var passed = 0
    for _ in 0..<100 where bucket.consume(at: start) { passed += 1 }
    #expect(passed == 64)
    passed = 0
    for millisecond in 1...1_000 as ClosedRange<Int64>
    where bucket.consume(at: start + .milliseconds(millisecond)) { passed += 1 }
    #expect(passed == 500)
  }

  @Test func `Address ranges hold what they name and nothing else`() throws {
    let home = try #require(AddressRange(base: Address(v4: 0xc0a8_0100), length: 24))
    #expect(home.contains(Address(v4: 0xc0a8_01ff)))
    #expect(!home.contains(Address(v4: 0xc0a8_0200)))
    #expect(AddressRange(base: Address(v4: 0), length: 33) == nil)
    let all = try #require(AddressRange(base: Address(v4: 0), length: 0))
    #expect(all.contains(Address(v4: 0x0808_0808)))
    #expect(!all.contains(Address(high: 0xfd00_0000_0000_0000, low: 1)))
  }
}
