import Glibc
import Local
import Model
import Pages
import Platform
import Settings
import Testing

@testable import Web

@Suite final class DomainCertificateTests {
  private let folder = "/tmp/tiltpad-domain-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
  private var paths: DomainPaths { DomainPaths(certificate: "\(folder)/web.crt", key: "\(folder)/web.key") }

  init() throws { try FileContents.makeDirectory(folder) }

  deinit {
    for name in ["/web.key", "/web.crt", "/both.pem", ""] { _ = unsafe remove(folder + name) }
  }

  /// Writes a certificate for `names` and its key into the folder, replacing the former ones.
  @discardableResult private func make(_ names: String) throws -> WebIdentity {
    for path in [paths.certificate, paths.key] { _ = unsafe remove(path) }
    return try WebIdentity.kept(in: folder, for: names, machine: "den").identity
  }

  private func put(_ text: String, _ path: String) throws {
    try FileContents.write(Array(text.utf8), to: path)
  }

  /// Returns the result of a look at the certificate, in a word.
  private func word(_ look: DomainCertificate.Look) -> String {
    switch look {
    case .same: "same"
    case .new: "new"
    case .refused(.unreadable): "unreadable"
    case .refused(.noCertificate): "no certificate"
    case .refused(.otherKey): "other key"
    case .refused(.early): "early"
    }
  }

  @Test func `A pair is taken once, and again when the files have changed`() throws {
    try make("DNS:den.example,DNS:*.home.example,IP:10.0.0.1")
    var domain = DomainCertificate(at: paths)
    #expect(word(domain.look()) == "new")
    #expect(domain.names.names == ["den.example", "*.home.example"])
    #expect(word(domain.look()) == "same")
    try make("DNS:attic.example")
    #expect(word(domain.look()) == "new")
    #expect(domain.names.link == "attic.example")
  }

  @Test func `Broken files leave the former pair in use, and each reason is told once`() throws {
    let former = try make("DNS:den.example")
    var domain = DomainCertificate(at: paths)
    _ = domain.look()
    try put(String(former.certificate.prefix(200)), paths.certificate)
    #expect([word(domain.look()), word(domain.look())] == ["no certificate", "same"])
    try put(former.certificate, paths.certificate)
    try put(String(former.key.prefix(100)), paths.key)
    #expect([word(domain.look()), word(domain.look())] == ["other key", "same"])
    _ = unsafe remove(paths.key)
    #expect([word(domain.look()), word(domain.look())] == ["unreadable", "same"])
    #expect(domain.names.link == "den.example")
    try put(former.key, paths.key)
    #expect(word(domain.look()) == "same", "it is the former pair again")
    _ = unsafe remove(paths.key)
    #expect(word(domain.look()) == "unreadable", "the reason is new again")
  }

  @Test func `A certificate that is not valid yet leaves the former pair in use, and is told to who asks`()
    throws
  {
    try make("DNS:den.example")
    var domain = DomainCertificate(at: paths)
    _ = domain.look()
    try put(WebCertificateTests.early, paths.certificate)
    try put(WebCertificateTests.earlyKey, paths.key)
    #expect([word(domain.look()), word(domain.look())] == ["early", "same"])
    #expect(domain.names.link == "den.example" && judgement() == .early)
  }

  @Test func `Key and certificate may be in one file, in any order`() throws {
    let pair = try make("DNS:den.example")
    for text in [pair.key + pair.certificate, pair.certificate + pair.key] {
      try put(text, "\(folder)/both.pem")
      var domain = DomainCertificate(at: DomainPaths(certificate: "\(folder)/both.pem"))
      #expect(word(domain.look()) == "new")
    }
  }

  @Test func `Without a domain there is nothing to look at`() {
    var domain = DomainCertificate(at: nil)
    #expect(word(domain.look()) == "same")
    #expect(domain.names.link == nil)
  }

  @Test func `The state of a pair is told to who asks`() throws {
    #expect(judgement() == .unreadable)
    let other = try make("DNS:attic.example")
    try make("DNS:den.example")
    #expect(judgement() == .good)
    #expect(judgement(isOwn: false) == .elsewhere)
    #expect(judgement(choosing: "DEN.example") == .good)
    #expect(judgement(choosing: "attic.example") == .nameless)
    try put(other.key, paths.key)
    #expect(judgement() == .otherKey)
    try make("IP:10.0.0.1,DNS:*.home.example")
    #expect(judgement() == .nameless)
    #expect(judgement(choosing: "tv.home.example") == .good)
    try put("nothing\n", paths.certificate)
    #expect(judgement() == .damaged)
  }

  private func judgement(choosing name: String? = nil, isOwn: Bool = true) -> DomainState {
    var wanted = paths
    wanted.name = name
    return DomainCertificate.judge(wanted) { _ in isOwn }
  }
}
