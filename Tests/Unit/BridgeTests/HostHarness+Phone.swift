import Bridge
import Channel
import Cryptography
import Model
import TestHost
import TestSupport
import Testing
import Wire

/// A host with encrypted sessions, and the phones that play on it.
extension HostHarness {
  /// Returns a phone that was paired by a QR code before, with its key and its secret.
  mutating func knownPhone(_ name: String = "Phone", at last: UInt32 = 9) -> Phone {
    var phone = Phone(name, at: last, seed: UInt64(last))
    phone.preShared = Secret(from: &random)
    bridge.admission.offerCode(phone.preShared, at: now)
    connect(&phone, by: .code)
    say(.bye, by: &phone)
    pass(.milliseconds(1_100))
    attached = []
    detached = []
    news = []
    phone.restart()
    phone.heard = []
    return phone
  }

  /// Returns a phone that has read the host's QR code and begun a handshake with it.
  mutating func phoneAtTheCode(_ phone: Phone = Phone()) -> Phone {
    var phone = phone
    phone.preShared = Secret(from: &random)
    bridge.admission.offerCode(phone.preShared, at: now)
    phone.begin(with: keys.publicKey, by: .code, at: now)
    deliver(phone.due(at: now), from: phone.endpoint)
    collect(&phone)
    return phone
  }

  /// Makes `phone` shake hands and send its first packet; returns whether the handshake succeeded.
  @discardableResult
  mutating func connect(_ phone: inout Phone, by mode: PairingMode = .known) -> Bool {
    phone.begin(with: keys.publicKey, by: mode, at: now)
    deliver(phone.due(at: now), from: phone.endpoint)
    collect(&phone)
    guard phone.channel?.isConnected == true else { return false }
    send(by: &phone)
    return true
  }

  /// Makes `phone` send a state with `buttons`, tilted by `roll` rad.
  mutating func send(_ buttons: Buttons = [], roll: Double = 0, by phone: inout Phone) {
    deliver(phone.state(buttons, roll: roll, at: now), from: phone.endpoint)
    collect(&phone)
  }

  /// Makes `phone` send a reliable message.
  mutating func say(
    _ code: ControlMessage.Code, _ argument: UInt8 = 0, text: [UInt8] = [], by phone: inout Phone
  ) {
    deliver(phone.control(code, argument, text, at: now), from: phone.endpoint)
    collect(&phone)
  }

  /// Delivers the host's datagrams to `phone`.
  mutating func collect(_ phone: inout Phone) {
    while let index = sent.firstIndex(where: { $0.peer == .network(phone.endpoint) }) {
      let answer = phone.receive(sent.remove(at: index).datagram.array, at: now)
      if !answer.isEmpty { deliver(answer, from: phone.endpoint) }
    }
  }

  /// Lets time pass while `phone` sends its state 20 times a second.
  mutating func pass(_ interval: Interval, with phone: inout Phone, buttons: Buttons = []) {
    let end = now + interval
    while now < end {
      pass(.milliseconds(50))
      send(buttons, by: &phone)
    }
  }
}

extension Bridge.Settings {
  /// Returns these settings, with unencrypted controllers allowed from 10.0.0.0/8.
  func allowingPlain() throws -> Bridge.Settings {
    var settings = self
    settings.roster.plainRanges = [try #require(AddressRange(base: Address(v4: 0x0a00_0000), length: 8))]
    return settings
  }
}

extension HostHarness {
  /// Returns a known phone that was paired while the host admitted all controllers.
  ///
  /// Afterwards the host has its former policy.
  mutating func knownPhoneWhoWasLetIn(at last: UInt32 = 9) -> Phone {
    let policy = bridge.admission.settings.policy
    bridge.admission.settings.policy = .open
    let phone = knownPhone(at: last)
    bridge.admission.settings.policy = policy
    return phone
  }
}
