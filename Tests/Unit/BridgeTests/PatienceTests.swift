import Bridge
import Channel
import Cryptography
import Model
import TestHost
import TestSupport
import Testing
import Wire

/// Tests of time limits of the host, each of which ends exactly at its time, and of the fields of a welcome.
@Suite struct PatienceTests {
  @Test(arguments: [(false, 120), (true, 30)] as [(Bool, Int64)])
  func `Who waits too long is sent away then, and not before`(_ compares: Bool, _ seconds: Int64) {
    var den = HostHarness(compares ? .open : .ask, confirms: compares)
    var phone = compares ? Phone() : den.knownPhoneWhoWasLetIn()
    den.connect(&phone, by: compares ? .confirm : .known)
    if compares { den.compare(by: &phone) }
    den.pass(.milliseconds(seconds * 1_000 - 100), with: &phone)
    #expect(den.guests.count == 1 && phone.heard(.deny).isEmpty)
    den.pass(.milliseconds(100), with: &phone)
    #expect(den.guests.isEmpty && phone.heard(.deny) == [Refusal.timeout.rawValue])
  }

  @Test func `A guest who says nothing is gone after five seconds, and is pinged twice a second until then`()
  {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    den.connect(&phone)
    phone.pings = 0
    for _ in 0..<4_999 {
      den.pass(.milliseconds(1))
      den.sent.removeAll { sent in
        guard sent.peer == .network(phone.endpoint) else { return false }
        _ = phone.receive(sent.datagram.array, at: den.now)
        return true
      }
    }
    #expect(den.guests.count == 1 && phone.pings == 9)
    den.pass(.milliseconds(1))
    #expect(den.guests.isEmpty)
  }

  @Test func `Who sends too much is sent away three seconds after the first refusal`() throws {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.connect(&phone)
    var (refused, removed): (Instant?, Instant?) = (nil, nil)
    for _ in 0..<6_000 where removed == nil {
      den.pass(.milliseconds(1))
      den.deliver(phone.state([], roll: 0, at: den.now), from: phone.endpoint)
      if refused == nil, den.bridge.drops[.flooding] > 0 { refused = den.now }
      if den.bridge.players.count == 0 { removed = den.now }
    }
    let time = (try #require(removed) - (try #require(refused))).microseconds
    #expect((3_000_000...3_002_000).contains(time), "\(time) µs")
  }

  @Test func `A welcome tells the number of slots, the host's run and its time`() throws {
    var den = HostHarness(.open, limit: 3)
    var phone = den.knownPhone()
    phone.begin(with: den.keys.publicKey, by: .known, at: den.now)
    den.deliver(phone.due(at: den.now), from: phone.endpoint)
    var bytes = try #require(den.sent.last { $0.peer == .network(phone.endpoint) }).datagram.array
    let response = bytes.withMutableBytes { phone.channel?.receive(&$0, at: den.now) }
    guard case .welcomed(let welcome, false) = response else {
      Issue.record("no welcome")
      return
    }
    #expect(welcome.limit == 3 && welcome.session == 77)
    #expect(welcome.time == UInt64(den.now.nanoseconds / 1_000))
  }

  @Test(arguments: [119_999, 120_000] as [Int64])
  func `A code is good for two minutes`(_ milliseconds: Int64) {
    var den = HostHarness(.open)
    var phone = Phone()
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    den.pass(.milliseconds(milliseconds))
    let pairing = den.bridge.announcement(at: den.now).pairing
    #expect(pairing.contains(.code) == (milliseconds < 120_000))
    #expect(den.connect(&phone, by: .code) == (milliseconds < 120_000))
  }
}
