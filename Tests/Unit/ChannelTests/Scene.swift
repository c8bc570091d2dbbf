import Cryptography
import Impairment
import Model
import TestSupport
import Wire

@testable import Channel

/// A generator that returns given numbers.
struct Script: RandomNumberGenerator {
  var words: [UInt64]

  /// Creates a generator that returns `first` and then the words of `secret`.
  init(_ first: UInt64, _ secret: [UInt8]) {
    words = [first] + stride(from: 0, to: 32, by: 8).map { secret.span.word(at: $0) }
  }

  mutating func next() -> UInt64 { words.removeFirst() }
}

/// A host, the keys that it admits, and a clock that only the test advances.
struct Scene {
  var host: HostChannel
  let hostKeys: KeyPair
  var now = Instant(nanoseconds: 1_000_000_000_000)
  var dice: Random
  /// The admitted keys, with the secrets that they share with the host.
  var known: [PublicKey: Secret] = [:]
  /// The refusal for all keys; nil if known keys are admitted.
  var refusal: Refusal?

  init(seed: UInt64 = 1) {
    dice = Random(seed: seed)
    hostKeys = KeyPair(from: &dice)
    host = HostChannel(keys: hostKeys, announcement: Announcement(session: 7, name: DeviceName("Den")))
  }

  /// Returns the endpoint 10.0.0.`last`.
  static func endpoint(_ last: UInt32, port: UInt16 = 4_000) -> Endpoint {
    Endpoint(address: Address(v4: 0x0a00_0000 | last), port: port)
  }

  /// Returns a controller, which is known to the host unless `isKnown` is false.
  mutating func makePeer(at last: UInt32 = 1, epoch: UInt64 = 1, isKnown: Bool = true) -> Peer {
    let keys = KeyPair(from: &dice)
    let preShared = Secret(from: &dice)
    if isKnown { known[keys.publicKey] = preShared }
    return Peer(keys: keys, preShared: preShared, endpoint: Scene.endpoint(last), epoch: epoch)
  }

  /// Delivers `bytes` to the host; returns the outcome and the bytes, which may be decrypted.
  mutating func receive(_ bytes: [UInt8], from endpoint: Endpoint) -> (HostChannel.Response, [UInt8]) {
    var bytes = bytes
    let (known, refusal) = (known, refusal)
    let outcome = bytes.withMutableBytes {
      host.receive(&$0, from: endpoint, at: now, random: &dice) { key, _, _ in
        if let refusal { return .refused(refusal) }
        guard let preShared = known[key] else { return .unknown }
        return .welcome(Welcome(limit: 4, session: 7, time: 0), preShared: preShared)
      }
    }
    return (outcome, bytes)
  }

  /// Returns the host's answer to `bytes`, or nil if there is none.
  mutating func answer(_ bytes: [UInt8], from endpoint: Endpoint) -> [UInt8]? {
    guard case .reply(let datagram) = receive(bytes, from: endpoint).0 else { return nil }
    return datagram.array
  }

  /// Returns the reason for which `bytes` are dropped, or nil if they are not.
  mutating func drop(_ bytes: [UInt8], from endpoint: Endpoint) -> Drop? {
    guard case .dropped(let reason) = receive(bytes, from: endpoint).0 else { return nil }
    return reason
  }

  /// Returns the outcome of a DATA with its frames, or nil if it is dropped.
  mutating func open(_ bytes: [UInt8], from endpoint: Endpoint) -> (HostChannel.Opened, frames: [UInt8])? {
    let (outcome, bytes) = receive(bytes, from: endpoint)
    guard case .opened(let opened) = outcome else { return nil }
    return (opened, Array(bytes[opened.frames]))
  }

  /// Makes `peer` complete the handshake and confirm it; returns nil if a step fails.
  mutating func connect(_ peer: inout Peer) -> HostChannel.Opened? {
    guard let welcome = answer(peer.introduce(&dice, host: hostKeys.publicKey), from: peer.endpoint),
      peer.finish(welcome, at: now)
    else { return nil }
    return open(peer.send([1], at: now), from: peer.endpoint)?.0
  }
}

/// A controller that builds each of its packets in the test.
struct Peer {
  let keys: KeyPair
  var preShared: Secret
  var endpoint: Endpoint
  var epoch: UInt64
  var index: UInt32 = 5
  var mode = PairingMode.known
  var link: Link?
  var handshake: ControllerHandshake?

  /// The controller's description of itself.
  var introduction: Introduction {
    Introduction(
      epoch: epoch, capabilities: .tilt, deviceClass: .phone, sampleRate: 100, name: DeviceName("Phone"))
  }

  init(keys: KeyPair, preShared: Secret, endpoint: Endpoint, epoch: UInt64) {
    (self.keys, self.preShared, self.endpoint, self.epoch) = (keys, preShared, endpoint, epoch)
  }

  /// Returns an INIT.
  mutating func introduce(
    _ dice: inout Random, host: PublicKey, cookie: PacketCode.Bytes? = nil
  ) -> [UInt8] {
    var datagram = IntroductionHeader(mode: mode, index: index).datagram
    handshake = ControllerHandshake(
      keys: keys, host: host, ephemeral: KeyPair(from: &dice), introduction: introduction, datagram: &datagram
    )
    _ = datagram.append(PacketCode(receiver: host))
    datagram.append(cookie: cookie)
    return datagram.array
  }

  /// Processes a RESP; returns whether it is genuine.
  mutating func finish(_ welcome: [UInt8], at now: Instant) -> Bool {
    var welcome = welcome
    guard let header = try? WelcomeHeader(parsing: welcome.span), let handshake else { return false }
    var span = welcome.mutableSpan
    guard let (transport, _) = try? handshake.finish(WelcomeHeader.message, of: &span, preShared: preShared)
    else { return false }
    link = Link(index: index, peerIndex: header.index, keys: transport, at: now)
    return true
  }

  /// Returns the next DATA with `frames`, or the one with number `counter`; no bytes without keys.
  mutating func send(_ frames: [UInt8], at now: Instant, counter: UInt64? = nil) -> [UInt8] {
    var datagram = Datagram<512>()
    if let counter { link?.next = counter }
    guard link?.seal(frames.span, at: now, into: &datagram) == true else { return [] }
    return datagram.array
  }
}

extension [UInt8] {
  /// Returns the bytes with one bit of byte `index` flipped.
  func flipped(_ index: Int, bit: Int = 0) -> [UInt8] {
    var bytes = self
    bytes[index] ^= 1 << UInt8(bit)
    return bytes
  }
}
