import Bridge
import Cryptography
import Model
import TestHost
import Testing
import Wire

/// The names under which controllers are shown.
@Suite struct NameTests {
  @Test func `A paired device is shown by its paired name, whatever it calls itself`() {
    var den = HostHarness(.ask)
    var phone = den.knownPhoneWhoWasLetIn()
    phone.name = "Bank"
    den.connect(&phone)
    #expect(den.bridge.peers().map(\.name.text) == ["Phone"], "while it waits")
    #expect(den.bridge.admission.accept(phone.keys.publicKey, at: den.now) == true)
    den.send(by: &phone)
    #expect(den.bridge.peers().map(\.name.text) == ["Phone"], "while it plays")
    den.bridge.kick(PlayerSlot(index: 0), at: den.now)
    den.drain()
    let names = den.news.compactMap(\.peer?.name.text)
    #expect(names.count >= 3 && Set(names) == ["Phone"])
  }

  @Test func `A locked host turns a paired device away by its paired name`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.bridge.admission.settings.policy = .locked
    phone.name = "Bank"
    den.connect(&phone)
    #expect(den.news.compactMap(\.peer?.name.text) == ["Phone"])
  }

  @Test func `A device that is paired anew keeps the name that the host has given it`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    den.bridge.admission.rename(phone.keys.publicKey, to: DeviceName("Sofa"))
    phone.name = "Bank"
    phone.preShared = Secret(from: &den.random)
    den.bridge.admission.offerCode(phone.preShared, at: den.now)
    den.connect(&phone, by: .code)
    #expect(den.bridge.peers().map(\.name.text) == ["Sofa"])
  }

  @Test func `Only a paired device that calls itself by another name than its own is reported, and once`() {
    var den = HostHarness(.open)
    var phone = den.knownPhone()
    for name in ["Phone", "Bank", "Bank"] {
      phone.name = name
      den.connect(&phone)
      den.pass(.seconds(4), with: &phone)
      phone.restart()
    }
    let identities = den.news.compactMap { news in
      if case .asksForName(_, let name, let request) = news { [name.text, request.text] } else { nil }
    }
    #expect(identities == [["Phone", "Bank"]])
  }
}
