/// The query with which a controller looks for hosts (docs/protocol.md, 0xD0).
public struct Probe: Hashable, Sendable {
  /// The marker "TPP1", as a little-endian number.
  private static let mark: UInt32 = 0x3150_5054

  /// A random number that the answer repeats.
  public var nonce: UInt64

  /// Creates a probe with `nonce`.
  public init(nonce: UInt64) {
    self.nonce = nonce
  }

  /// Decodes the probe in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.probe.check(bytes)
    guard bytes.u32(at: 4) == Probe.mark else { throw .sessionValue }
    var rest = UInt8(bytes[2] | bytes[3])
    for index in 16..<120 { rest |= bytes[index] }
    guard rest == 0 else { throw .sessionReserved }
    self.init(nonce: bytes.u64(at: 8))
  }

  /// The encoded probe, longer than any answer, so that a forged sender address gives no amplification.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.probe.begin(&datagram)
    datagram.append(Probe.mark)
    datagram.append(nonce)
    for _ in 16..<120 { datagram.append(UInt8(0)) }
    return datagram
  }
}

/// The facts that a host announces to everyone.
public struct Announcement: Hashable, Sendable {
  /// The states of a host with respect to new players.
  public enum State: UInt8, CaseIterable, Sendable {
    /// A new player can join.
    case open
    /// All slots are taken.
    case full
    /// The host admits no new player.
    case locked
  }

  /// The methods of pairing that are open.
  public struct Pairing: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire.
    public let rawValue: UInt8

    /// Creates the set of the methods whose bits are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Pairing with a QR code, which the host shows.
    public static let code = Pairing(rawValue: 1)
    /// Pairing with a PIN, which the host shows.
    public static let pin = Pairing(rawValue: 2)
    /// Pairing confirmed by someone at the host.
    public static let confirm = Pairing(rawValue: 4)
  }

  /// The host's state with respect to new players.
  public var state: State
  /// The methods of pairing that are open.
  public var pairing: Pairing
  /// The number of players.
  public var players: UInt8
  /// The maximum number of players.
  public var limit: UInt8
  /// The TCP port of the web page; 0 if there is none.
  public var webPort: UInt16
  /// A number that the host draws at each start.
  public var session: UInt64
  /// The host's name.
  public var name: DeviceName

  /// Creates an announcement.
  public init(
    state: State = .open, pairing: Pairing = [], players: UInt8 = 0, limit: UInt8 = 4, webPort: UInt16 = 0,
    session: UInt64, name: DeviceName
  ) {
    (self.state, self.pairing, self.players, self.limit) = (state, pairing, players, limit)
    (self.webPort, self.session, self.name) = (webPort, session, name)
  }
}

/// A host's answer to a probe (docs/protocol.md, 0xD1).
public struct ProbeReply: Sendable {
  /// The nonce of the probe.
  public var nonce: UInt64
  /// The facts that the host announces to everyone.
  public var announcement: Announcement
  /// The host's public key; zeros for a host without a key.
  public var key: InlineArray<32, UInt8>
  /// The controller's cookie, which replaces a COOKIE packet; zeros for a host without a key.
  public var cookie: InlineArray<16, UInt8>

  /// Creates an answer.
  public init(
    nonce: UInt64, announcement: Announcement, key: InlineArray<32, UInt8>, cookie: InlineArray<16, UInt8>
  ) {
    (self.nonce, self.announcement, self.key, self.cookie) = (nonce, announcement, key, cookie)
  }

  /// Decodes the answer in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(Drop) {
    try OuterType.probeReply.check(bytes)
    guard bytes.count == 73 + Int(bytes[72]) else { throw .sessionSize }
    guard let state = Announcement.State(rawValue: bytes[2]) else { throw .sessionValue }
    self.init(
      nonce: bytes.u64(at: 8),
      announcement: Announcement(
        state: state, pairing: Announcement.Pairing(rawValue: bytes[3]), players: bytes[4], limit: bytes[5],
        webPort: bytes.u16(at: 6), session: bytes.u64(at: 16), name: DeviceName("")),
      key: InlineArray { bytes[24 + $0] }, cookie: InlineArray { bytes[56 + $0] })
    let count = bytes.count - 73
    announcement.name.bytes = InlineArray { $0 < count ? bytes[73 + $0] : 0 }
  }

  /// The encoded answer; the name has only its used bytes.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.probeReply.begin(&datagram, announcement.state.rawValue, announcement.pairing.rawValue)
    datagram.append(announcement.players)
    datagram.append(announcement.limit)
    datagram.append(announcement.webPort)
    datagram.append(nonce)
    datagram.append(announcement.session)
    datagram.append(contentsOf: key.span)
    datagram.append(contentsOf: cookie.span)
    let name = announcement.name.bytes
    let count = name.indices.last { name[$0] != 0 }.map { $0 + 1 } ?? 0
    datagram.append(UInt8(count))
    datagram.append(contentsOf: name.span.extracting(first: count))
    return datagram
  }
}
