/// A controller's question who is there (docs/protocol.md, 0xD0).
public struct Probe: Hashable, Sendable {
  /// "TPP1", as a little-endian number.
  private static let mark: UInt32 = 0x3150_5054

  /// A number that the answer repeats.
  public var nonce: UInt64

  /// The question with `nonce`.
  public init(nonce: UInt64) {
    self.nonce = nonce
  }

  /// The question in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.probe.check(bytes)
    guard bytes.u32(at: 4) == Probe.mark else { throw .value }
    var rest = UInt8(bytes[2] | bytes[3])
    for index in 16..<120 { rest |= bytes[index] }
    guard rest == 0 else { throw .reserved }
    self.init(nonce: bytes.u64(at: 8))
  }

  /// The datagram: as long as no answer is, so that nobody gains by asking in another's name.
  public var datagram: Datagram<192> {
    var datagram = Datagram<192>()
    OuterType.probe.begin(&datagram)
    datagram.append(Probe.mark)
    datagram.append(nonce)
    for _ in 16..<120 { datagram.append(UInt8(0)) }
    return datagram
  }
}

/// What a host tells everyone who asks.
public struct Announcement: Hashable, Sendable {
  /// Whether a new player can come.
  public enum State: UInt8, CaseIterable, Sendable {
    /// There is room.
    case open
    /// All slots are taken.
    case full
    /// Nobody is let in.
    case locked
  }

  /// The ways of pairing that are open.
  public struct Pairing: OptionSet, Hashable, Sendable {
    /// The bits, as on the wire.
    public let rawValue: UInt8

    /// The ways whose bits are set.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A QR code is shown.
    public static let code = Pairing(rawValue: 1)
    /// A PIN is shown.
    public static let pin = Pairing(rawValue: 2)
    /// A person confirms.
    public static let confirm = Pairing(rawValue: 4)
  }

  /// Whether a new player can come.
  public var state: State
  /// The ways of pairing that are open.
  public var pairing: Pairing
  /// How many players there are.
  public var players: UInt8
  /// How many there are at most.
  public var limit: UInt8
  /// The port of the web page; 0 without one.
  public var webPort: UInt16
  /// A number that the host draws at each start.
  public var session: UInt64
  /// What the host is called.
  public var name: DeviceName

  /// What a host tells everyone.
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
  /// The probe's number.
  public var nonce: UInt64
  /// What the host tells everyone.
  public var announcement: Announcement
  /// The host's public key.
  public var key: InlineArray<32, UInt8>
  /// The controller's cookie, which spares it a COOKIE.
  public var cookie: InlineArray<16, UInt8>

  /// An answer.
  public init(
    nonce: UInt64, announcement: Announcement, key: InlineArray<32, UInt8>, cookie: InlineArray<16, UInt8>
  ) {
    (self.nonce, self.announcement, self.key, self.cookie) = (nonce, announcement, key, cookie)
  }

  /// The answer in `bytes`.
  public init(parsing bytes: Span<UInt8>) throws(OuterMalformed) {
    try OuterType.probeReply.check(bytes)
    guard bytes.count == 73 + Int(bytes[72]) else { throw .size }
    guard let state = Announcement.State(rawValue: bytes[2]) else { throw .value }
    self.init(
      nonce: bytes.u64(at: 8),
      announcement: Announcement(
        state: state, pairing: Announcement.Pairing(rawValue: bytes[3]), players: bytes[4], limit: bytes[5],
        webPort: bytes.u16(at: 6), session: bytes.u64(at: 16), name: DeviceName("")),
      key: InlineArray { bytes[24 + $0] }, cookie: InlineArray { bytes[56 + $0] })
    let count = bytes.count - 73
    announcement.name.bytes = InlineArray { $0 < count ? bytes[73 + $0] : 0 }
  }

  /// The datagram, which has only as much of the name as there is.
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
