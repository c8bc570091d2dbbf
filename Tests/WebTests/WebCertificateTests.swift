import Glibc
import Local
import Model
import Pages
import Platform
import Testing

@testable import Web

@Suite struct WebCertificateTests {
  private let home = Address(v4: 0xc0a8_0114)

  /// Returns the judgement of a certificate that was made for the machine `den` at `home`, or of `text`.
  private func judgement(_ machine: String, _ addresses: [Address], text: String? = nil) throws
    -> CertificateState
  {
    let folder = "/tmp/tiltpad-certificate-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try FileContents.makeDirectory(folder)
    defer { for name in ["/web.key", "/web.crt", ""] { _ = unsafe remove(folder + name) } }
    let names = HostRules(machine: "den", addresses: [home], port: 1).certificateNames
    _ = try WebIdentity.kept(in: folder, for: names, machine: "den")
    if let text { try FileContents.write(Array(text.utf8), to: "\(folder)/web.crt") }
    return WebCertificate.judge("\(folder)/web.crt", machine: machine, addresses: addresses)
  }

  @Test func `A certificate is good for the machine that it was made for, and as long as no address is new`()
    throws
  {
    let link = Address(high: 0xfe80 << 48, low: 1)
    #expect(try judgement("den", [home, Address(v4: 0x7f00_0001), link]) == .good)
    #expect(try judgement("den", []) == .good)
    #expect(try judgement("den", [home, Address(v4: 0x0a00_0001)]) == .foreign)
    #expect(try judgement("attic", [home]) == .foreign)
  }

  @Test func `What is no certificate is told from one that cannot be read`() throws {
    #expect(try judgement("den", [home], text: "-----BEGIN CERTIFICATE-----\n") == .damaged)
    let missing = WebCertificate.judge("/nowhere/web.crt", machine: "den", addresses: [])
    #expect(missing == .unreadable)
  }

  @Test func `One that ends soon is told`() throws {
    #expect(try judgement("den", [home], text: WebCertificateTests.old) == .ending)
  }

  /// A certificate that was valid on the first day of 2020.
  private static let old = """
    -----BEGIN CERTIFICATE-----
    MIIBAzCBqgIBATAKBggqhkjOPQQDAjAOMQwwCgYDVQQDDANkZW4wHhcNMjAwMTAx
    MDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAOMQwwCgYDVQQDDANkZW4wWTATBgcqhkjO
    PQIBBggqhkjOPQMBBwNCAATZTli4qQynVhRyRqPuwbocDy94NahjST4I5DG5Wac0
    HTTbJLjYCXeJjaZ4So0Y08Wx9EwXeyaOIBdl8Wsa6GZPMAoGCCqGSM49BAMCA0gA
    MEUCIFhq+VfCw8AOL9BUy6PtYjCQsndJOcyOmZcto+xoHW25AiEA4H5iad3u5fLZ
    bGXDpsJKQ8rO5sm7wUGA43a3b2P5vfU=
    -----END CERTIFICATE-----
    """ + "\n"
}
