import Channel
import Cryptography
import Fuzzing
import Model
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Sends datagrams of attackers to a host with one session and an open pairing, and to the host's controller.
///
/// The input is a list of datagrams, each with the time before it, its direction and its length. For any
/// input, nothing traps, no datagram is decrypted, no controller is paired, no answer is longer than its
/// question, and the session still works afterwards. The input may ask for a datagram to get the correct
/// codes, as anyone who knows the public keys can compute them; so the checks after the codes are reached
/// too.
func fuzz(_ bytes: Span<UInt8>) {
  var evening = FuzzedSession()
  var offset = 0
  while offset + 4 <= bytes.count {
    let length = min(Int(bytes[offset + 2]) | Int(bytes[offset + 3] & 3) << 8, bytes.count - offset - 4)
    evening.now = evening.now + .milliseconds(Int64(bytes[offset]))
    evening.receive(bytes.extracting(offset + 4..<offset + 4 + length), way: bytes[offset + 1])
    offset += 4 + length
  }
  evening.end()
}

/// A generator that returns the same numbers in each run.
private struct Count: RandomNumberGenerator {
  var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}

private struct FuzzedSession {
  var now = Instant(nanoseconds: 1_000_000_000_000)
  private var random = Count()
  private var host: HostChannel
  private var controller: ControllerChannel
  private var hostCode: [UInt8]
  private let home = Endpoint(address: Address(v4: 1), port: 1)

  init() {
    let (mine, theirs) = (KeyPair(from: &random), KeyPair(from: &random))
    hostCode = FuzzedSession.codeKey(theirs.publicKey)
    host = HostChannel(keys: theirs, announcement: Announcement(session: 1, name: DeviceName("fuzz")))
    controller = ControllerChannel(
      keys: mine, host: theirs.publicKey, preShared: .zero,
      introduction: Introduction(
        epoch: 1, capabilities: .tilt, deviceClass: .phone, sampleRate: 100, name: DeviceName("fuzz")))
    _ = controller.begin(at: now, random: &random)
    guard case .send(let introduction) = controller.advance(to: now, random: &random) else {
      fatalError("no INIT")
    }
    var bytes = array(introduction)
    var span = bytes.mutableSpan
    let outcome = host.receive(&span, from: home, at: now, random: &random) { key, _, _ in
      key == mine.publicKey ? .welcome(Welcome(limit: 1, session: 1, time: 0), preShared: .zero) : .unknown
    }
    guard case .reply(let welcome) = outcome else { fatalError("no RESP") }
    bytes = array(welcome)
    span = bytes.mutableSpan
    guard case .welcomed = controller.receive(&span, at: now) else { fatalError("no session") }
    talk()
    host.openPairing(pin: 123_456, at: now)
  }

  /// Delivers `datagram` to one side: bit 0 of `way` chooses the side, bit 1 completes the first code, the rest is the
  /// sender.
  mutating func receive(_ datagram: Span<UInt8>, way: UInt8) {
    var bytes = datagram.indices.map { datagram[$0] }
    if way & 2 != 0 { complete(&bytes) }
    let count = bytes.count
    var span = bytes.mutableSpan
    if way & 1 == 0 {
      let sender = Endpoint(address: Address(v4: UInt32(way >> 2)), port: 7)
      let outcome = host.receive(&span, from: sender, at: now, random: &random) { _, _, _ in .refused(.locked)
      }
      check(outcome, against: count)
    } else if case .dropped = controller.receive(&span, at: now) {
      return
    } else {
      fatalError("a stranger is taken for the host")
    }
  }

  private func check(_ outcome: HostChannel.Response, against count: Int) {
    switch outcome {
    case .dropped: break
    case .reply(let reply): require(reply.count <= count, "no answer is longer than its question")
    case .opened: fatalError("a stranger's frames are opened")
    case .paired: fatalError("a stranger is paired")
    }
  }

  /// Checks that the two sides can still talk, unless the keys are too old.
  mutating func end() {
    _ = controller.advance(to: now, random: &random)
    while host.advance(to: now) != nil {}
    if controller.isConnected { talk() }
    require(host.nextDeadline > now, "what is due is done")
  }

  private mutating func talk() {
    var datagram = Datagram<512>()
    require(controller.seal([1, 2, 3].span, at: now, into: &datagram), "the controller has a session")
    var bytes = array(datagram)
    var span = bytes.mutableSpan
    let outcome = host.receive(&span, from: home, at: now, random: &random) { _, _, _ in .unknown }
    guard case .opened(let opened) = outcome else { fatalError("the session is broken") }
    require(Array(bytes[opened.frames]) == [1, 2, 3], "frames stay as they are")
    require(host.seal([4].span, for: opened.session, at: now, into: &datagram) == home, "the host answers")
  }

  private static func codeKey(_ key: PublicKey) -> [UInt8] {
    var digest = SHA256()
    digest.update("tpp/1 mac1".utf8.span)
    digest.update(key.bytes.span)
    let bytes = digest.finish()
    return bytes.indices.map { bytes[$0] }
  }

  /// Writes the right first code into a datagram of a type that has one.
  private func complete(_ bytes: inout [UInt8]) {
    let starts: [UInt8: Int] = [0xd2: 160, 0xd7: 120, 0xd9: 40]
    guard let type = bytes.first, let start = starts[type], bytes.count >= start + 16 else { return }
    let code = HMAC.code(of: bytes.span.extracting(first: start), key: hostCode.span)
    for index in 0..<16 { bytes[start + index] = code[index] }
  }
}

private func array<let capacity: Int>(_ datagram: Datagram<capacity>) -> [UInt8] {
  (0..<datagram.count).map { datagram[$0] }
}
