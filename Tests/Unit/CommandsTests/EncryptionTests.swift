import Console
import Cryptography
import Handset
import Testing

@testable import Commands

@Suite struct EncryptionTests {
  private let scratch = ConfigurationTests.Scratch()
  private let host: PublicKey = {
    var random = SystemRandomNumberGenerator()
    return KeyPair(from: &random).publicKey
  }()

  private var path: String { "\(scratch.path)/controller" }

  private func encryption(_ arguments: String...) throws -> Encryption {
    let invocation = try Invocation(["--host", "127.0.0.1", "--key", path] + arguments, of: .send)
    return try #require(try Encryption(invocation))
  }

  /// Returns the way in which the controller at index `place` would pair now.
  private func way(_ encryption: Encryption, at place: Int) throws -> PairingWay {
    encryption.way(at: place, for: try book(place))
  }

  private func book(_ place: Int) throws -> ControllerFile {
    try ControllerFile(at: ControllerFile.path(path, of: place))
  }

  @Test func `A PIN is for the first pad, until that is paired`() throws {
    let encryption = try encryption("--pin", "123456")
    #expect(try way(encryption, at: 0) == .pin(123_456))
    #expect(try way(encryption, at: 1) == .known)
    var book = try book(0)
    try book.remember(host, .zero)
    #expect(try way(encryption, at: 0) == .known)
  }

  @Test func `A comparison is for each pad, until that is paired`() throws {
    let encryption = try encryption("--confirm")
    for place in 0..<2 {
      #expect(try way(encryption, at: place) == .confirm)
      var book = try book(place)
      try book.remember(host, .zero)
      #expect(try way(encryption, at: place) == .known)
    }
  }

  @Test func `A pad that was paired in an earlier run is paired anew where that is asked for`() throws {
    var book = try book(0)
    try book.remember(host, .zero)
    #expect(try way(try encryption("--pin", "123456"), at: 0) == .pin(123_456))
    #expect(try way(try encryption(), at: 0) == .known)
  }
}
