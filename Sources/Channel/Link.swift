import Cryptography
import Model
import Motion
import Wire

/// The keys of one handshake in use: numbers what goes out, and lets in what is genuine, once.
struct Link: Sendable {
  /// When the controller changes keys: after an hour, or after 2³¹ packets either way.
  static let lifetime = Interval.seconds(3_600)
  static let packetLimit: UInt64 = 1 << 31
  /// How long keys are good after their time.
  static let grace = Interval.seconds(10)

  /// What the other side puts in front of what it sends.
  let index: UInt32
  /// From when on the keys are no longer good.
  private(set) var ends: Instant

  private let peerIndex: UInt32
  private let keys: TransportKeys
  private var rekey: Instant
  private var window = SequenceWindow()
  /// The number of the next packet that goes out.
  var next: UInt64 = 0

  /// A link of `keys` from `now` on, or for a time until it is confirmed.
  init(index: UInt32, peerIndex: UInt32, keys: TransportKeys, at now: Instant, provisionally: Interval? = nil)
  {
    (self.index, self.peerIndex, self.keys) = (index, peerIndex, keys)
    rekey = now + Link.lifetime
    ends = provisionally.map { now + $0 } ?? rekey + Link.grace
  }

  /// The link of a place that is free; it never ends, and nobody has its keys' index.
  static let none = Link(free: .max)

  private init(free index: UInt32) {
    (self.index, peerIndex) = (index, index)
    keys = TransportKeys(receiving: .zero, sending: .zero, hash: Bytes32(repeating: 0))
    (rekey, ends) = (.distantFuture, .distantFuture)
  }

  /// Gives the link its whole life from `now` on.
  mutating func confirm(at now: Instant) {
    rekey = now + Link.lifetime
    ends = rekey + Link.grace
  }

  /// The hash of the handshake.
  var hash: Bytes32 { keys.hash }

  /// When the controller is to change keys, packets permitting.
  func rekeyDue(at now: Instant) -> Instant {
    next >= Link.packetLimit || (window.newest ?? 0) >= Link.packetLimit ? now : rekey
  }

  /// Lets the keys end 10 s from `now`, unless they end before.
  mutating func retire(at now: Instant) {
    ends = min(ends, now + Link.grace)
  }

  /// Decrypts a DATA in place; whether it is the newest so far.
  ///
  /// First the cheap look at the window, then the proof, and only then the number counts as seen.
  ///
  /// - Throws: `expired`, `replayed`, `tooOld` or `forged`.
  mutating func open(
    _ bytes: inout MutableSpan<UInt8>, _ header: SealedHeader, at now: Instant
  ) throws(ChannelDrop) -> Bool {
    guard now < ends else { throw .expired }
    let number = UInt64(header.counter)
    switch window.verdict(of: number) {
    case .duplicate: throw .replayed
    case .tooOld: throw .tooOld
    case .newest, .late: break
    }
    let associated = header.bytes
    guard
      Seal.open(
        SealedHeader.size..<bytes.count, of: &bytes, associated: associated.span, counter: number,
        with: keys.receiving)
    else { throw .forged }
    if number >= Link.packetLimit { retire(at: now) }
    guard case .newest = window.accept(number) else { return false }
    return true
  }

  /// Encrypts `frames` as the next DATA; whether the keys are still good.
  ///
  /// - Precondition: `frames` are at most 488 bytes.
  mutating func seal(_ frames: Span<UInt8>, at now: Instant, into datagram: inout Datagram<512>) -> Bool {
    guard now < ends, next <= UInt64(UInt32.max) else { return false }
    let header = SealedHeader(index: peerIndex, counter: UInt32(next))
    let associated = header.bytes
    let key = keys.sending
    datagram = Datagram()
    datagram.append(contentsOf: associated.span)
    datagram.append(contentsOf: frames)
    for _ in 0..<Seal.tagSize { datagram.append(UInt8(0)) }
    let end = datagram.count
    datagram.withMutableBytes { bytes in
      Seal.close(
        SealedHeader.size..<end, of: &bytes, associated: associated.span, counter: UInt64(header.counter),
        with: key)
    }
    next += 1
    if next > Link.packetLimit { retire(at: now) }
    return true
  }
}
