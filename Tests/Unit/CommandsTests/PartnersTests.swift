import Cryptography
import Handset
import Model
import Testing

@testable import Commands

@Suite struct PartnersTests {
  private let scratch = ConfigurationTests.Scratch()
  private let keys: [PublicKey] = {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in KeyPair(from: &random).publicKey }
  }()

  private var path: String { "\(scratch.path)/controller" }

  private func partners(_ indices: Int..., by way: PairingWay = .known) -> Partners {
    Partners(
      indices.map { index in
        Partner(
          endpoint: Endpoint(address: Address(v4: UInt32(index)), port: 1), key: keys[index],
          name: ["Den", "Club"][index], way: way)
      }, keys: path)
  }

  /// Returns, for each of the first four players, the name of the host and the end of the file's name.
  private func plan(_ partners: Partners) throws -> [String] {
    try (0..<4).map { place in
      let (host, book) = try partners.partner(at: place)
      return "\(host.name)\(book.path.dropFirst(path.count))"
    }
  }

  @Test func `Four pads on two hosts play in turn, each pair of them with two keys`() throws {
    #expect(try plan(partners(0, 1)) == ["Den", "Club", "Den.2", "Club.2"])
  }

  @Test func `Four pads on one host have four keys`() throws {
    #expect(try plan(partners(0)) == ["Den", "Den.2", "Den.3", "Den.4"])
  }

  @Test func `A host that is named twice gets two pads in turn`() throws {
    #expect(try plan(partners(0, 0, 1)) == ["Den", "Den.2", "Club", "Den.3"])
  }

  @Test func `A PIN is for the first pad, a comparison for each pad that is not yet paired`() throws {
    #expect(try partners(0, by: .pin(123_456)).partner(at: 0).0.way == .pin(123_456))
    #expect(try partners(0, by: .pin(123_456)).partner(at: 1).0.way == .known)
    let compared = partners(0, by: .confirm)
    var (host, book) = try compared.partner(at: 1)
    #expect(host.way == .confirm)
    try book.remember(keys[0], .zero)
    host = try compared.partner(at: 1).0
    #expect(host.way == .known)
  }

  @Test(arguments: [PairingWay.pin(123_456), .confirm])
  func `A pad that was paired in this run is known when it comes back`(way: PairingWay) throws {
    let partners = partners(0, 1, by: way)
    var book = try partners.partner(at: 0).1
    #expect(try partners.partner(at: 0).0.way == way)
    try book.remember(keys[0], .zero)
    #expect(try partners.partner(at: 0).0.way == .known)
    #expect(try partners.partner(at: 1).0.way == way)
  }

  @Test func `A pad that was paired in an earlier run is paired anew where that is asked for`() throws {
    var random = SystemRandomNumberGenerator()
    var book = try ControllerFile(at: path)
    try book.remember(keys[0], .zero)
    let partners = partners(0, by: .pin(123_456))
    #expect(try partners.partner(at: 0).0.way == .pin(123_456))
    try book.remember(keys[0], Secret(from: &random))
    #expect(try partners.partner(at: 0).0.way == .known)
  }

  @Test func `News of a single pad have no words before them`() {
    #expect(partners(0).label(of: 0) == "")
    #expect(partners(0).label(of: 2) == "pad 3: ")
    #expect(partners(0, 1).label(of: 3) == "pad 4, Club: ")
  }
}
