import Cryptography
import Guards
import Model
import Wire

/// The keys that result from one handshake, in use or waiting for confirmation.
///
/// A link numbers outgoing packets, and accepts each genuine packet once.
struct Link: Sendable {
  /// The age at which the controller changes keys: an hour.
  static let lifetime = Interval.seconds(3_600)
  /// The number of packets, in either direction, after which the controller changes keys.
  static let packetLimit: UInt64 = 1 << 31
  /// The time for which keys stay valid after they have reached a limit or were replaced.
  static let grace = Interval.seconds(10)

  /// The index at the start of packets from the peer.
  let index: UInt32
  /// The time at which the keys become invalid.
  private(set) var ends: Instant

  private let peerIndex: UInt32
  private let keys: TransportKeys
  private var rekey: Instant
  private var window = SequenceWindow()
  /// The number of the next outgoing packet.
  var next: UInt64 = 0

  /// Creates a link of `keys` that begins at `now`.
  ///
  /// If `provisionally` is given, the link lives only for that time, unless it is confirmed.
  init(index: UInt32, peerIndex: UInt32, keys: TransportKeys, at now: Instant, provisionally: Interval? = nil)
  {
    (self.index, self.peerIndex, self.keys) = (index, peerIndex, keys)
    rekey = now + Link.lifetime
    ends = provisionally.map { now + $0 } ?? rekey + Link.grace
  }

  /// The link that marks a free entry of a table: its keys never become invalid, and no packet has its index.
  static let none = Link(free: .max)

  private init(free index: UInt32) {
    (self.index, peerIndex) = (index, index)
    keys = TransportKeys(receiving: .zero, sending: .zero, hash: Bytes32(repeating: 0))
    (rekey, ends) = (.distantFuture, .distantFuture)
  }

  /// Gives the link its full lifetime from `now` on.
  mutating func confirm(at now: Instant) {
    rekey = now + Link.lifetime
    ends = rekey + Link.grace
  }

  /// The hash of the link's handshake.
  var hash: Bytes32 { keys.hash }

  /// Returns the time at which the controller has to change keys: `now` if the packet limit is reached.
  func rekeyDue(at now: Instant) -> Instant {
    next >= Link.packetLimit || (window.newest ?? 0) >= Link.packetLimit ? now : rekey
  }

  /// Makes the keys expire 10 s after `now`, unless they expire earlier.
  mutating func retire(at now: Instant) {
    ends = min(ends, now + Link.grace)
  }

  /// Decrypts a DATA packet in place; returns whether it is the newest so far.
  ///
  /// The cheap check of the window comes first, then the check of the tag. The number counts as received only
  /// after both.
  ///
  /// - Throws: `expired`, `duplicate`, `tooOld` or `forged`.
  mutating func open(
    _ bytes: inout MutableSpan<UInt8>, _ header: SealedHeader, at now: Instant
  ) throws(Drop) -> Bool {
    guard now < ends else { throw .expired }
    let number = UInt64(header.counter)
    switch window.verdict(of: number) {
    case .duplicate: throw .duplicate
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

  /// Encrypts `frames` as the next DATA packet; returns false if the keys are no longer valid.
  ///
  /// - Precondition: `frames` has at most 488 bytes.
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
