import Glibc
import Local
import Platform
import Settings
import Testing

@testable import Commands

@Suite struct DoctorDomainTests {
  private let root = FakeRoot()

  /// Returns a machine with a certificate for its own domain, for which the gateway's program reports `state`.
  private func look(_ state: DomainState?) -> Examination {
    var look = DoctorTests.healthy(root)
    look.configuration.web.certificate = "/etc/tiltpad/tls/fullchain.pem"
    look.configuration.web.key = "/etc/tiltpad/tls/privkey.pem"
    root.write("", to: "/etc/tiltpad/tls/fullchain.pem")
    root.write("", to: "/etc/tiltpad/tls/privkey.pem")
    look.machine.judgeDomain = { _ in state }
    return look
  }

  @Test func `The ways to the page are those that the configuration opens`() {
    var look = DoctorTests.healthy(root)
    #expect(Check.ways.examine(look).text == "own certificate at 28443 (browsers warn once)")
    look.configuration.web.certificate = "/etc/tiltpad/tls/fullchain.pem"
    look.configuration.web.plainPort = 28_080
    #expect(
      Check.ways.examine(look).text
        == "own certificate at 28443 (browsers warn once); own domain at 28443 (no warning); "
        + "plain http at 28080 (no warning, no tilt)")
    look.configuration.web.start = .no
    #expect(Check.ways.examine(look).text == "the configuration turns the page off")
  }

  @Test func `Without a domain nothing is wrong, but half a domain is told`() {
    var look = DoctorTests.healthy(root)
    #expect(Check.domain.examine(look).grade == .ok)
    look.configuration.web.key = "/etc/tiltpad/tls/privkey.pem"
    #expect(Check.domain.examine(look).text == "key or domain is set, but no certificate")
  }

  @Test(arguments: [
    (DomainState?.some(.good), "leads here"), (nil, "nothing here can check"),
    (.unreadable, "ada cannot read"),
  ])
  func `A good certificate is ok, and so is one that cannot be judged`(state: DomainState?, words: String) {
    let finding = Check.domain.examine(look(state))
    #expect(finding.grade == .ok)
    #expect(finding.text.contains(words), "\(finding.text)")
  }

  @Test(arguments: [
    (DomainState.damaged, "there is no certificate in"), (.ending, "expires within 30 days"),
    (.early, "not valid yet"), (.otherKey, "does not belong to"), (.nameless, "has only wildcards"),
    (.elsewhere, "does not resolve"),
  ])
  func `What would make phones warn is told, with what mends it`(state: DomainState, words: String) {
    let finding = Check.domain.examine(look(state))
    #expect(finding.grade == .warning)
    #expect(finding.text.contains(words), "\(finding.text)")
    #expect(finding.remedy?.isEmpty == false)
  }

  @Test func `A file that is missing is told to root`() {
    var look = look(.unreadable)
    look.machine.user = Account(id: 0, name: "root", groups: [0])
    #expect(Check.domain.examine(look).grade == .warning)
  }

  @Test func `The chosen name is the one that is told`() {
    var look = look(.elsewhere)
    look.configuration.web.domain = "den.example"
    #expect(Check.domain.examine(look).text == "den.example does not resolve to an address of this machine")
  }

  @Test func `A key that the gateway's user may not read is told, until its group may`() {
    let look = look(.good)
    root.write("tiltpad-web:x:64000:64001::/:/usr/sbin/nologin\n", to: "/etc/passwd")
    root.permit("/etc/tiltpad/tls/privkey.pem", 0o640)
    #expect(
      Check.domain.examine(look).text == "tiltpad-web may not read /etc/tiltpad/tls/privkey.pem")
    root.write("keys:x:\(getegid()):ada,tiltpad-web\n", to: "/etc/group")
    #expect(Check.domain.examine(look).grade == .ok)
    root.permit("/etc/tiltpad/tls", 0o700)
    #expect(Check.domain.examine(look).grade == .warning, "nor a file in a closed folder")
  }
}
