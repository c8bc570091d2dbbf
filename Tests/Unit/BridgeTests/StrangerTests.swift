import Channel
import Cryptography
import Model
import TestHost
import Testing
import Wire

@testable import Bridge

/// Unconfirmed controllers that wait for the user's confirmation, and the harm that they can do to others.
@Suite struct StrangerTests {
  @Test func `Sixty-four strangers by confirm keep no paired controller out, ten times of ten`() {
    var den = HostHarness(.open, limit: 16, confirms: true)
    var paired = (1...10).map { den.knownPhone(at: UInt32($0)) }
    var strangers = (0..<64).map { Phone("Stranger", at: 100 + $0, seed: 1_000 + UInt64($0)) }
    for _ in 0..<2 {
      for index in strangers.indices where strangers[index].channel?.isConnected != true {
        den.connect(&strangers[index], by: .confirm)
        den.pass(.milliseconds(50))
      }
    }
    #expect(den.guests.count == 4)
    for index in paired.indices {
      den.connect(&paired[index])
      #expect(paired[index].heard(.welcome).first == UInt8(index + 1))
      for guest in strangers.indices { den.send(by: &strangers[guest]) }
    }
    #expect(den.guests.count == 4)
  }

  @Test func `One stranger of an address waits to be confirmed, and three of an IPv6 network`() {
    let networks: [(wait: Int, endpoint: (UInt64, UInt64) -> Endpoint)] = [
      (1, { Endpoint(address: Address(v4: 0x0a00_0063), port: UInt16(5_000 + $1 + 10 * $0)) }),
      (3, { Endpoint(address: Address(high: 0x2001_0db8_0000_0001, low: $1 + 10 * $0), port: 5_000) }),
    ]
    for (wait, endpoint) in networks {
      var den = HostHarness(.open, confirms: true)
      var phones = (0..<4).map { Phone(at: 1, seed: 50 + $0) }
      for index in phones.indices {
        phones[index].endpoint = endpoint(0, UInt64(index))
        den.connect(&phones[index], by: .confirm)
        den.pass(.milliseconds(250))
      }
      #expect(den.guests.map(\.key) == phones[..<wait].map(\.keys.publicKey))
      // A waiting controller may return, for example after a change of port.
      phones[0].endpoint = endpoint(1, 0)
      den.connect(&phones[0], by: .confirm)
      #expect(Set(den.guests.map(\.key)) == Set(phones[..<wait].map(\.keys.publicKey)))
    }
  }

  @Test func `Two handshakes of strangers at one address do not become two sessions`() {
    var den = HostHarness(.open, confirms: true)
    var phones = (0..<2).map { Phone(at: 1, seed: 50 + $0) }
    for index in phones.indices {
      phones[index].endpoint.port = UInt16(4_000 + index)
      phones[index].begin(with: den.keys.publicKey, by: .confirm, at: den.now)
      den.deliver(phones[index].due(at: den.now), from: phones[index].endpoint)
    }
    for index in phones.indices {
      den.collect(&phones[index])
      den.send(by: &phones[index])
    }
    #expect(den.guests.count == 1)
  }

  @Test func `Who is let in makes room for the next to ask, and who is sent away does too`() {
    var den = HostHarness(.open, confirms: true)
    var phones = (0..<6).map { Phone(at: 50 + $0, seed: 50 + UInt64($0)) }
    for index in 0..<4 {
      den.connect(&phones[index], by: .confirm)
      den.compare(by: &phones[index])
      den.pass(.seconds(1))
    }
    #expect(den.guests.count == 4)
    let isIn = den.bridge.admission.accept(phones[0].keys.publicKey, at: den.now)
    #expect(isIn)
    den.send(by: &phones[0])
    den.connect(&phones[4], by: .confirm)
    #expect(den.guests.count == 4 && den.bridge.players.count == 1)
    let isOut = den.bridge.admission.deny(phones[1].keys.publicKey, at: den.now)
    #expect(isOut)
    den.pass(.seconds(3))
    for index in [0, 2, 3, 4] { den.send(by: &phones[index]) }
    den.connect(&phones[5], by: .confirm)
    #expect(den.guests.map(\.key).contains(phones[5].keys.publicKey))
  }

  @Test func `No more numbers are shown than a person can compare, however strangers come and go`() {
    var den = HostHarness(.open, confirms: true)
    for number in 0..<120 as Range<UInt32> {
      var phone = Phone(at: 100 + number, seed: UInt64(number))
      den.connect(&phone, by: .confirm)
      den.compare(by: &phone)
      den.say(.bye, by: &phone)
      den.pass(.milliseconds(50))
    }
    let shown = den.news.count { if case .waits = $0 { true } else { false } }
    #expect((5...10).contains(shown), "\(shown) in six seconds")
  }

  @Test func `Who scans the code comes in though strangers wait to be confirmed`() {
    var den = HostHarness(.open, confirms: true)
    for number in 0..<8 as Range<UInt32> {
      var stranger = Phone(at: 100 + number, seed: UInt64(number))
      den.connect(&stranger, by: .confirm)
    }
    var phone = Phone()
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    #expect(den.connect(&phone, by: .code) == true)
    #expect(den.bridge.players.count == 1)
  }
}

extension HostHarness {
  /// The controllers that wait for the user.
  var guests: [Admission.Peer] { bridge.peers().filter { $0.state == .connecting } }

  /// Makes `phone` do its part of a comparison, after which both sides show the same number.
  mutating func compare(by phone: inout Phone) {
    let nonce = ShortCode.Nonce(repeating: 3)
    let commitment = ShortCode(handshake: phone.channel?.hash ?? Bytes32(repeating: 0)).commitment(to: nonce)
    say(.shortCodeCommitment, text: commitment.indices.map { commitment[$0] }, by: &phone)
    drain()
    collect(&phone)
    say(.shortCodeReveal, text: [UInt8](repeating: 3, count: 16), by: &phone)
  }
}
