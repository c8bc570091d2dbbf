import Cryptography
import Model
import TestSupport
import Testing
import Wire

@testable import Channel

@Suite struct VectorTests {
  @Test func `The handshake with fixed keys is the independent implementation's to the byte`() throws {
    let given = try Vectors("session")
    let outer = try Vectors("outer")
    var scene = Scene()
    let hostKeys = KeyPair(secret: try given.secret("host secret"))
    scene.host = HostChannel(keys: hostKeys, announcement: scene.host.announcement)
    var controller = try makeController(given, hostKeys.publicKey)
    let introduction = try introduce(&controller, given, scene.now)
    let expectedIntroduction = try outer["INIT, known controller"]
    #expect(introduction == expectedIntroduction)

    let answer = try welcome(introduction, &scene, given)
    let expectedAnswer = try outer["RESP, no wait"]
    #expect(answer == expectedAnswer)

    guard case .welcomed(let told, false) = answer.withCopy({ controller.receive(&$0, at: scene.now) })
    else { throw Missing() }
    let expectedWelcome = try parseWelcome(try given["welcome"])
    #expect(told == expectedWelcome)
    let hash = try given["handshake hash"]
    #expect(controller.hash?.array == hash)

    let frames = try given["frames of packet 0"]
    var sealed = Datagram<512>()
    let isSealed = controller.seal(frames.span, at: scene.now, into: &sealed)
    let expectedSealed = try outer["DATA, packet 0"]
    #expect(isSealed && sealed.array == expectedSealed)
    let opened = scene.open(sealed.array, from: Scene.endpoint(1))
    #expect(opened?.frames == frames)
    #expect(opened?.0.arrival == .began(replacing: nil))
  }

  @Test func `The public keys are those of the secret ones`() throws {
    let given = try Vectors("session")
    for name in ["host", "controller"] {
      let found = KeyPair(secret: try given.secret("\(name) secret")).publicKey.bytes.array
      let expected = try given["\(name) key"]
      #expect(found == expected)
    }
  }

  private struct Missing: Error {}

  private func makeController(_ given: Vectors, _ host: PublicKey) throws -> ControllerChannel {
    let bytes = try given["introduction"]
    guard let introduction = try? Introduction(parsing: bytes.span) else { throw Missing() }
    return ControllerChannel(
      keys: KeyPair(secret: try given.secret("controller secret")), host: host,
      preShared: try given.secret("pre-shared key"), introduction: introduction)
  }

  private func parseWelcome(_ bytes: [UInt8]) throws -> Welcome {
    guard let welcome = try? Welcome(parsing: bytes.span) else { throw Missing() }
    return welcome
  }

  private func introduce(
    _ controller: inout ControllerChannel, _ given: Vectors, _ now: Instant
  ) throws -> [UInt8] {
    var drawn = Script(0x00ab_cdef, try given["controller ephemeral secret"])
    guard controller.begin(at: now, random: &drawn),
      case .send(let datagram) = controller.advance(to: now, random: &drawn)
    else { throw Missing() }
    return datagram.array
  }

  private func welcome(_ introduction: [UInt8], _ scene: inout Scene, _ given: Vectors) throws -> [UInt8] {
    // The host draws the secrets of its cookies first, then the index and the ephemeral key.
    _ = scene.drop([], from: Scene.endpoint(1))
    var drawn = Script(0x0012_3456, try given["host ephemeral secret"])
    let welcome = try parseWelcome(try given["welcome"])
    let preShared = try given.secret("pre-shared key")
    let outcome = introduction.withCopy {
      scene.host.receive(&$0, from: Scene.endpoint(1), at: scene.now, random: &drawn) { _, _, _ in
        .welcome(welcome, preShared: preShared)
      }
    }
    guard case .reply(let reply) = outcome else { throw Missing() }
    return reply.array
  }

  @Test func `A datagram is read, or refused as its line says`() throws {
    for vector in try Vectors("outer").all {
      #expect(reason(vector.bytes) == vector.what, "\(vector.name)")
    }
  }

  @Test func `What is read is written again without a change`() throws {
    for vector in try Vectors("outer").all where vector.what == "ok" {
      let written = rewritten(vector.bytes)
      #expect(Array(vector.bytes.prefix(written.count)) == written, "\(vector.name)")
      #expect(written.count >= 8, "\(vector.name)")
    }
  }

  @Test func `Every type and every reason has a vector`() throws {
    let all = try Vectors("outer").all
    for type in OuterType.allCases where type != .plain {
      #expect(all.contains { $0.what == "ok" && $0.bytes.first == type.rawValue }, "\(type)")
    }
    for reason in Drop.allCases where "\(reason)".hasPrefix("session") {
      #expect(all.contains { $0.what == "\(reason)" }, "\(reason)")
    }
  }

  @Test func `No datagram of a wrong size is read`() throws {
    for vector in try Vectors("outer").all where vector.what == "ok" && vector.bytes[0] != 0xd5 {
      for count in 0...600 where count != vector.bytes.count {
        let bytes = (0..<count).map { $0 < vector.bytes.count ? vector.bytes[$0] : 0 }
        #expect(reason(bytes) != "ok", "\(vector.name), \(count) bytes")
      }
    }
  }

  @Test(arguments: [
    ("Phone", "Phone"), ("a\u{1b}[2Jb", "a[2Jb"), ("x\u{202e}y", "xy"),
    ("\u{2067}a\u{200b}b\u{61c}c\u{e0041}", "abc"),
    ("\u{3164}\u{2800}", ""), (String(repeating: "a", count: 39) + " b", String(repeating: "a", count: 39)),
    (String(repeating: "👩‍👩‍👧", count: 3), String(repeating: "👩‍👩‍👧", count: 2)),
    (String(repeating: "é", count: 25), String(repeating: "é", count: 20)),
  ])
  func `A name is cut between characters and shown without control characters`(text: String, shown: String) {
    #expect(DeviceName(text).text == shown)
  }

  /// Returns "ok", or the reason why `bytes` are refused.
  private func reason(_ bytes: [UInt8]) -> String {
    do throws(Drop) {
      _ = try read(bytes)
      return "ok"
    } catch {
      return "\(error)"
    }
  }

  private func rewritten(_ bytes: [UInt8]) -> [UInt8] {
    (try? read(bytes)) ?? []
  }

  /// Returns the packet's fixed part as it is written again after reading.
  private func read(_ bytes: [UInt8]) throws(Drop) -> [UInt8] {
    let span = bytes.span
    switch try OuterType(of: span) {
    case .probe: return try Probe(parsing: span).datagram.array
    case .probeReply: return try ProbeReply(parsing: span).datagram.array
    case .introduction: return try IntroductionHeader(parsing: span).datagram.array
    case .welcome: return try WelcomeHeader(parsing: span).datagram.array
    case .cookie: return try CookieReply(parsing: span).datagram.array
    case .sealed: return try SealedHeader(parsing: span).bytes.array
    case .rejection: return try Rejection(parsing: span).datagram.array
    case .pairShare: return try PairShare(parsing: span).datagram.array
    case .pairProof: return try PairProof(parsing: span).datagram.array
    case .pairShareReply, .pairProofReply: return try PairReply(parsing: span).datagram.array
    case .plain: return []
    }
  }
}
