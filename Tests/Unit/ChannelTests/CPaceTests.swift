import Cryptography
import TestSupport
import Testing

@testable import Channel

@Suite struct CPaceTests {
  @Test func `Each step is the draft's, to the byte`() throws {
    let given = try Vectors("cpace")
    let terms = try terms(given)
    let (string, generator) = try (given["generator string"], given["generator"])
    #expect(CPace.generatorString(terms) == string)
    #expect(CPace.generator(terms).array == generator)
    let (initiator, responder) = try (
      run(terms, given, "initiator"), run(terms, given, "responder")
    )
    let found = initiator.run.keys(
      initiator: initiator.message, responder: responder.run.share, associated: responder.message.associated)
    let mirrored = responder.run.keys(
      initiator: initiator.run.share, associated: initiator.message.associated, responder: responder.message)
    let expected = try given["shared key"]
    #expect(found?.shared.array == expected)
    #expect(mirrored?.shared.array == expected)
    #expect(found?.initiatorProof.array == mirrored?.initiatorProof.array)
    #expect(found?.responderProof.array == mirrored?.responderProof.array)
    #expect(found?.initiatorProof.array != found?.responderProof.array)
  }

  @Test func `A proof is that of the draft, of the session and the shared key`() throws {
    let given = try Vectors("cpace")
    let terms = try terms(given)
    let (initiator, responder) = try (run(terms, given, "initiator"), run(terms, given, "responder"))
    let found = initiator.run.keys(
      initiator: initiator.message, responder: responder.run.share, associated: responder.message.associated)
    let keys = try #require(found)
    let name = Array("CPaceMac".utf8)
    var hash = SHA512()
    hash.update(name.span)
    hash.update(terms.session.span)
    hash.update(keys.shared.span)
    let key = hash.finish()
    let (first, second) = (initiator.message.bytes, responder.message.bytes)
    let proofs = (HMAC.code(of: first.span, key: key.span), HMAC.code(of: second.span, key: key.span))
    #expect(keys.initiatorProof.array == proofs.0.array && keys.responderProof.array == proofs.1.array)
  }

  @Test func `A share that is no element, or the identity, ends the run`() throws {
    let given = try Vectors("cpace")
    let initiator = try run(terms(given), given, "initiator")
    for name in ["invalid point", "identity"] {
      let bytes = try given[name]
      let keys = initiator.run.keys(
        initiator: initiator.message, responder: InlineArray { bytes[$0] }, associated: [])
      #expect(keys == nil, "\(name)")
    }
  }

  @Test(arguments: ["password", "channel", "session"])
  func `Sides that disagree on anything have different keys`(what: String) throws {
    let given = try Vectors("cpace")
    var other = try terms(given)
    switch what {
    case "password": other.password += [0]
    case "channel": other.channel += [0]
    default: other.session += [0]
    }
    let (initiator, responder) = try (run(terms(given), given, "initiator"), run(other, given, "responder"))
    let one = initiator.run.keys(
      initiator: initiator.message, responder: responder.run.share, associated: responder.message.associated)
    let two = responder.run.keys(
      initiator: initiator.run.share, associated: initiator.message.associated, responder: responder.message)
    #expect(one != nil && two != nil && one?.shared.array != two?.shared.array)
  }

  @Test func `Lengths over 127 have two bytes`() {
    #expect([UInt8](repeating: 7, count: 128).prefixed.prefix(3) == [0x80, 0x01, 7])
    #expect([UInt8](repeating: 7, count: 127).prefixed.prefix(2) == [127, 7])
    #expect([UInt8]().prefixed == [0])
  }

  private struct Missing: Error {}

  private func terms(_ given: Vectors) throws -> CPace.Terms {
    CPace.Terms(
      password: try given["password"], channel: try given["channel"], session: try given["session"])
  }

  private func run(
    _ terms: CPace.Terms, _ given: Vectors, _ role: String
  ) throws -> (run: CPace, message: CPace.Message) {
    guard let run = CPace(terms, scalar: try given.secret("\(role) scalar")) else { throw Missing() }
    return (run, CPace.Message(share: run.share, associated: try given["\(role) associated"]))
  }
}

@Suite struct ShortCodeTests {
  private let hash = Bytes32(repeating: 9)

  @Test func `Both sides show the same six digits`() {
    let (mine, theirs) = (ShortCode.Nonce(repeating: 1), ShortCode.Nonce(repeating: 2))
    let code = ShortCode(handshake: hash)
    let shown = code.code(controller: mine, host: theirs)
    #expect(shown < 1_000_000)
    #expect(code.code(revealed: mine, host: theirs, commitment: code.commitment(to: mine)) == shown)
    #expect(ShortCode(handshake: Bytes32(repeating: 8)).code(controller: mine, host: theirs) != shown)
    #expect(code.code(controller: theirs, host: mine) != shown)
  }

  @Test func `A nonce that was not committed to shows nothing`() {
    let code = ShortCode(handshake: hash)
    let commitment = code.commitment(to: ShortCode.Nonce(repeating: 1))
    let host = ShortCode.Nonce(repeating: 2)
    #expect(code.code(revealed: ShortCode.Nonce(repeating: 3), host: host, commitment: commitment) == nil)
  }
}
