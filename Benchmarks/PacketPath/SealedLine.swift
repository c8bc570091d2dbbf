import Channel
import Cryptography
import Model
import Wire

/// A controller's encrypted session, which carries the frames of PLAIN packets.
struct SealedLine {
  private let keys: KeyPair
  private var channel: ControllerChannel
  private var random = SystemRandomNumberGenerator()

  /// The key that identifies the controller.
  var key: PublicKey { keys.publicKey }

  /// Creates a session with `host`, which has to know the controller's key and shares no secret with it.
  init(to host: PublicKey) {
    keys = KeyPair(from: &random)
    channel = ControllerChannel(
      keys: keys, host: host, preShared: .zero,
      introduction: Introduction(
        epoch: 1, capabilities: .tilt, deviceClass: .computer, sampleRate: 250, name: DeviceName("")))
  }

  /// Returns the first packet of a handshake.
  mutating func introduction(at now: Instant) -> Datagram<192>? {
    _ = channel.begin(at: now, random: &random)
    guard case .send(let introduction) = channel.advance(to: now, random: &random) else { return nil }
    return introduction
  }

  /// Receives a datagram of the host and returns the reply, if one is necessary.
  ///
  /// The reply is the receipt for a reliable message, or the first packet after the handshake.
  mutating func reply(to bytes: inout MutableSpan<UInt8>, at now: Instant) -> Datagram<512>? {
    var frames = ControllerFrames()
    switch channel.receive(&bytes, at: now) {
    case .welcomed: frames.state = ControllerState(sampleTime: 0, tilt: Tilt())
    case .opened(let range, _):
      guard
        let heard = try? HostFrames(
          parsing: bytes.span.extracting(first: range.upperBound), from: range.lowerBound),
        let message = heard.control
      else { return nil }
      frames.controlReceipt = message.id
    case .asked, .rejected, .dropped: return nil
    }
    var plain = Datagram<512>()
    frames.write(to: &plain)
    return plain.withBytes { seal($0, at: now) }
  }

  /// Returns the frames of the PLAIN packet `datagram`, encrypted.
  mutating func seal(_ datagram: Datagram<512>, at now: Instant) -> Datagram<512>? {
    datagram.withBytes { seal($0.extracting(PlainHeader.size..<$0.count), at: now) }
  }

  private mutating func seal(_ frames: Span<UInt8>, at now: Instant) -> Datagram<512>? {
    var sealed = Datagram<512>()
    return channel.seal(frames, at: now, into: &sealed) ? sealed : nil
  }
}
