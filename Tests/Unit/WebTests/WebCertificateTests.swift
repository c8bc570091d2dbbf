import Glibc
import Local
import Model
import Pages
import Platform
import Testing

@testable import Web

@Suite struct WebCertificateTests {
  private let home = Address(v4: 0xc0a8_0114)

  /// Returns the judgement of a certificate that was made for the machine `den` at `home`, or of the
  /// certificate in `text`.
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

  @Test func `One that a clock ahead of this one has made is told, and replaced`() throws {
    #expect(try judgement("den", [home], text: WebCertificateTests.early) == .early)
    let folder = "/tmp/tiltpad-early-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try FileContents.makeDirectory(folder)
    defer { for name in ["/web.key", "/web.crt", ""] { _ = unsafe remove(folder + name) } }
    let names = "DNS:den.example"
    try FileContents.write(Array(WebCertificateTests.earlyKey.utf8), to: "\(folder)/web.key", mode: 0o600)
    try FileContents.write(Array(WebCertificateTests.early.utf8), to: "\(folder)/web.crt")
    #expect(try WebIdentity.kept(in: folder, for: names, machine: "den").isNew)
    let again = try WebIdentity.kept(in: folder, for: names, machine: "den")
    #expect(!again.isNew && again.identity.key == WebCertificateTests.earlyKey)
  }

  /// A certificate for den.example that is valid from 2090 onwards, and its key.
  static let early = """
    -----BEGIN CERTIFICATE-----
    MIIBRzCB7qADAgECAgEBMAoGCCqGSM49BAMCMA4xDDAKBgNVBAMMA2RlbjAiGA8y
    MDkwMDEwMTAwMDAwMFoYDzIwOTEwMTAxMDAwMDAwWjAOMQwwCgYDVQQDDANkZW4w
    WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARmAusHU1EmUDJb1NAl98aoVG3nFhn7
    TzkrWOTSmMvwrLubq73YOeEhaGxujTt8tAHsygaZpvLwLJ5zfjrZGZqgozkwNzAW
    BgNVHREEDzANggtkZW4uZXhhbXBsZTAdBgNVHQ4EFgQUSQ95AOj9hMhNybrRaM/A
    1T13dWAwCgYIKoZIzj0EAwIDSAAwRQIhAN6NGpDC8+yQc+gr+6o+0d5EsBsy8Jfz
    grW4gOyZc4MjAiBtr+iYW2wVeE5PW7PSAAXecA5NEaR1wvjNMI7e3seN0A==
    -----END CERTIFICATE-----
    """ + "\n"
  static let earlyKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgq/4arPDQqlnNb4yH
    zZ5GE8HrbMDMeHRJrSYYRN+H9rehRANCAARmAusHU1EmUDJb1NAl98aoVG3nFhn7
    TzkrWOTSmMvwrLubq73YOeEhaGxujTt8tAHsygaZpvLwLJ5zfjrZGZqg
    -----END PRIVATE KEY-----
    """ + "\n"

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
