import Channel
import Console
import Cryptography
import Handset
import Impairment
import Model
import TestSupport
import Testing
import TiltpadClient
import Wire

@testable import Commands

@Suite struct SealedSpeechTests {
  private let scratch = ConfigurationTests.Scratch()
  private let endpoint = Endpoint(address: Address(v4: 0x7f00_0001), port: 4_000)
  private var random = Random(seed: 5)
  private var now = Instant(nanoseconds: 1_000_000_000_000)
  private var host: HostChannel
  private let hostKeys: KeyPair
  private var known: [PublicKey: Secret] = [:]
  private var code: Secret?
  private var session: HostChannel.SessionID?
  /// The message that the host sends in every packet; nil for none.
  private var said: (code: ControlMessage.Code, argument: UInt8)? = (.welcome, 3)

  init() {
    hostKeys = KeyPair(from: &random)
    host = HostChannel(keys: hostKeys, announcement: Announcement(session: 7, name: DeviceName("Den")))
  }

  private func file() throws -> ControllerFile { try ControllerFile(at: "\(scratch.path)/controller") }

  private func words(_ failure: SessionFailure?) -> String? {
    failure.map { Failure($0, at: "den").what }
  }

  private func speech(_ way: PairingWay) throws -> SealedSpeech {
    let introduction = Introduction(
      epoch: 0, capabilities: .tilt, deviceClass: .computer, sampleRate: 125, name: DeviceName("Test"))
    return SealedSpeech(as: introduction, by: way, with: try file(), at: now)
  }

  /// Carries datagrams both ways for `length`; returns the lines shown to the user.
  private mutating func run(_ speech: inout SealedSpeech, _ length: Interval = .milliseconds(500)) -> [String]
  {
    let end = now + length
    var lines: [String] = []
    while now < end {
      now = now + .milliseconds(1)
      let isFresh = now.nanoseconds / 1_000_000 % 8 == 0
      while let datagram = speech.packet(for: .init(sampleTime: 0), motion: nil, isFresh: isFresh, at: now) {
        for answer in answers(to: datagram) { _ = speech.receive(answer.span, at: now) }
      }
      while let news = speech.nextNews() { lines += [news.line(.text)].compactMap { $0 } }
    }
    return lines
  }

  private mutating func answers(to datagram: Datagram<512>) -> [[UInt8]] {
    let (known, code) = (known, code)
    let outcome = datagram.array.withCopy {
      host.receive(&$0, from: endpoint, at: now, random: &random) { key, mode, _ in
        guard let secret = mode == .code ? code : known[key] else { return .unknown }
        return .welcome(Welcome(limit: 4, session: 7, time: 0), preShared: secret)
      }
    }
    switch outcome {
    case .opened(let opened): return sealed(for: opened.session)
    case .reply(let reply): return [reply.array]
    case .paired(let device, let reply):
      self.known[device.key] = device.preShared
      return [reply.array]
    case .dropped: return []
    }
  }

  private mutating func sealed(for session: HostChannel.SessionID) -> [[UInt8]] {
    var frames = HostFrames()
    frames.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: 0, delay: 0)
    frames.control = said.map { ControlMessage(id: 1, code: $0.code.rawValue, argument: $0.argument) }
    var inside = Datagram<512>()
    frames.write(to: &inside)
    var datagram = Datagram<512>()
    let place = inside.withBytes { host.seal($0, for: session, at: now, into: &datagram) }
    return place == nil ? [] : [datagram.array]
  }

  @Test mutating func `A paired controller finds the host's key and becomes a player`() throws {
    var book = try file()
    let secret = Secret(from: &random)
    try book.remember(hostKeys.publicKey, secret)
    known[book.keys.publicKey] = secret
    var speech = try speech(.known)
    #expect(run(&speech) == ["looking for the host", "player 3"])
    #expect(speech.failure == nil && speech.isSettled)
    #expect(speech.answered != nil)
    let goodbyes = speech.farewells(for: .init(sampleTime: 0), motion: nil, at: now)
    #expect(goodbyes.count == 1)
  }

  @Test mutating func `A controller that the host is no pair of is told to pair`() throws {
    var speech = try speech(.known)
    #expect(run(&speech).isEmpty)
    #expect(words(speech.failure) == "this controller is not paired with den")
  }

  @Test mutating func `A PIN pairs, and the next time it is not needed`() throws {
    host.openPairing(pin: 123_456, at: now)
    var speech = try speech(.pin(123_456))
    #expect(run(&speech) == ["looking for the host", "player 3"])
    #expect(try file().secret(for: hostKeys.publicKey) != nil)
    var next = try self.speech(.known)
    #expect(run(&next) == ["looking for the host", "player 3"])
  }

  @Test mutating func `A wrong PIN is a failure`() throws {
    host.openPairing(pin: 123_456, at: now)
    var speech = try speech(.pin(1))
    #expect(run(&speech) == ["looking for the host", "disconnected: PIN wrong"])
    #expect(words(speech.failure) == "den does not admit this controller: PIN wrong")
  }

  @Test mutating func `A link pairs, needs no probe, and is remembered`() throws {
    let link = PairingLink(
      address: endpoint.address, port: 28_460, key: hostKeys.publicKey.bytes, secret: .init(repeating: 9),
      expiry: 0, name: DeviceName("Den"))
    code = link.preShared
    var speech = try speech(.code(link, isNew: true))
    #expect(run(&speech) == ["looking for the host", "player 3"])
    (known[try file().keys.publicKey], code) = (link.preShared, nil)
    var next = try self.speech(.code(link, isNew: false))
    #expect(run(&next) == ["looking for the host", "player 3"])
  }

  @Test mutating func `Whoever has to wait, or is denied, is told once`() throws {
    host.openPairing(pin: 1, at: now)
    said = (.welcome, 0)
    var speech = try speech(.pin(1))
    #expect(run(&speech) == ["looking for the host", "waiting for the host to admit this controller"])
    said = (.deny, Refusal.full.rawValue)
    var next = try self.speech(.known)
    #expect(run(&next) == ["looking for the host", "denied: full"])
    #expect(words(next.failure) == "den does not admit this controller: full")
  }

  @Test mutating func `Nobody there is a failure after ten seconds`() throws {
    var speech = try speech(.known)
    let end = now + .seconds(11)
    var count = 0
    while now < end {
      now = now + .milliseconds(1)
      if speech.packet(for: .init(sampleTime: 0), motion: nil, isFresh: false, at: now) != nil { count += 1 }
    }
    #expect(count == 8)
    #expect(words(speech.failure) == "no answer from den")
  }
}
