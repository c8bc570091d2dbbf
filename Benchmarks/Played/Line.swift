import Channel
package import Cryptography
package import Model
package import Wire

/// The encryption of one player's packets, and the host's questions about the player's clock.
///
/// A line starts without encryption, carries PLAIN packets unchanged, and encrypts their frames after ``connect(by:to:)`` or
/// ``encryptForBareDaemon()``.
package struct Line {
  private enum Kind {
    case plain
    case session(ControllerChannel)
    case bare(counter: UInt32)
  }

  private var kind = Kind.plain
  private var random = SystemRandomNumberGenerator()
  /// The time, in µs, of the host's last question on its clock, and of the arrival on this one.
  ///
  /// The value is nil once the question is answered.
  private var question: (hostSent: UInt32, received: UInt32)?
  private var answers: UInt16 = 0
  /// True if the host has accepted the session.
  package private(set) var isWelcome = false

  /// True if the daemon acknowledges edges; the bare daemon does not.
  package let isAnswered: Bool

  /// Creates a line without encryption; `isAnswered` is true if the daemon acknowledges edges.
  package init(isAnswered: Bool) {
    self.isAnswered = isAnswered
  }

  /// Starts a session of the controller with `keys` and the host with the key `host`.
  package mutating func connect(by keys: KeyPair, to host: PublicKey, at now: Instant) {
    var channel = ControllerChannel(
      keys: keys, host: host, preShared: .zero,
      introduction: Introduction(
        epoch: random.next(), capabilities: .tilt, deviceClass: .computer, sampleRate: 250,
        name: DeviceName("")))
    _ = channel.begin(at: now, random: &random)
    kind = .session(channel)
  }

  /// Starts a further handshake, which gives the session new keys.
  package mutating func rekey(at now: Instant) {
    guard case .session(var channel) = kind else { return }
    _ = channel.begin(at: now, random: &random)
    kind = .session(channel)
  }

  /// Encrypts from now on for the bare daemon, with a key of zeros.
  package mutating func encryptForBareDaemon() {
    kind = .bare(counter: 0)
  }

  /// Returns the packet of a handshake that is due at `now`; nil if none is.
  package mutating func introduction(at now: Instant) -> Datagram<192>? {
    guard case .session(var channel) = kind else { return nil }
    defer { kind = .session(channel) }
    guard case .send(let packet) = channel.advance(to: now, random: &random) else { return nil }
    return packet
  }

  /// Returns the PLAIN packet with the frames of the host's datagram `bytes`; nil without session or frames.
  package mutating func frames(
    of bytes: inout MutableSpan<UInt8>, for token: UInt32, at now: Instant
  ) -> Datagram<512>? {
    guard case .session(var channel) = kind else { return nil }
    let response = channel.receive(&bytes, at: now)
    kind = .session(channel)
    if case .welcomed = response { isWelcome = true }
    guard case .opened(let range, _) = response else { return nil }
    let opened = bytes.span.extracting(first: range.upperBound)
    if let ping = try? HostFrames(parsing: opened, from: range.lowerBound).ping {
      question = (ping, now.wrappedMicroseconds)
    }
    answers &+= 1
    var plain = Datagram<512>()
    PlainHeader(sequence: answers, token: token).write(to: &plain)
    plain.append(contentsOf: opened.extracting(range))
    return plain
  }

  /// Returns the datagram to send for `packet` at `now`.
  ///
  /// It is the packet itself or, with encryption, its frames and the answer to the host's last question.
  package mutating func wrap(_ packet: Datagram<512>, at now: Instant) -> Datagram<512> {
    switch kind {
    case .plain: return packet
    case .bare(let counter):
      kind = .bare(counter: counter + 1)
      return Line.sealed(packet, counter: counter)
    case .session(var channel):
      defer { kind = .session(channel) }
      var frames = packet
      answer(in: &frames, at: now)
      var sealed = Datagram<512>()
      let isSealed = frames.withBytes {
        channel.seal($0.extracting(PlainHeader.size..<$0.count), at: now, into: &sealed)
      }
      return isSealed ? sealed : packet
    }
  }

  /// Appends the answer to the host's question (PONG).
  private mutating func answer(in packet: inout Datagram<512>, at now: Instant) {
    guard let question else { return }
    self.question = nil
    packet.append(FrameType.pong.rawValue)
    packet.append(UInt8(12))
    for time in [question.hostSent, question.received, now.wrappedMicroseconds] { packet.append(time) }
  }

  /// Returns the frames of `packet` as DATA number `counter` with the key of the bare daemon.
  private static func sealed(_ packet: Datagram<512>, counter: UInt32) -> Datagram<512> {
    var header = Datagram<8>()
    header.append(UInt32(0xd5))
    header.append(counter)
    var sealed = Datagram<512>()
    header.withBytes { sealed.append(contentsOf: $0) }
    packet.withBytes { sealed.append(contentsOf: $0.extracting(PlainHeader.size..<$0.count)) }
    for _ in 0..<Seal.tagSize { sealed.append(UInt8(0)) }
    let end = sealed.count
    header.withBytes { header in
      sealed.withMutableBytes {
        Seal.close(8..<end, of: &$0, associated: header, counter: UInt64(counter), with: .zero)
      }
    }
    return sealed
  }
}

extension Instant {
  /// The time in µs modulo 2³², as packets carry it.
  fileprivate var wrappedMicroseconds: UInt32 { UInt32(truncatingIfNeeded: nanoseconds / 1_000) }
}
