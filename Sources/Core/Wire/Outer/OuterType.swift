/// The datagrams between controllers and the host (docs/protocol.md, "Encrypted sessions"); the first byte is the type.
public enum OuterType: UInt8, CaseIterable, Sendable {
  /// The probe from a controller that looks for hosts.
  case probe = 0xd0
  /// A host's answer to a probe.
  case probeReply = 0xd1
  /// The controller's half of a handshake, which begins it.
  case introduction = 0xd2
  /// The host's half of the handshake.
  case welcome = 0xd3
  /// The host's demand for a proof that the controller receives packets at its address.
  case cookie = 0xd4
  /// Encrypted frames.
  case sealed = 0xd5
  /// The host's refusal, with its reason.
  ///
  /// The refusal is not authenticated, so the controller continues its handshake.
  case rejection = 0xd6
  /// The controller's share in a pairing with a PIN.
  case pairShare = 0xd7
  /// The host's share in a pairing with a PIN.
  case pairShareReply = 0xd8
  /// The controller's proof that it knows the PIN.
  case pairProof = 0xd9
  /// The host's proof that it knows the PIN.
  case pairProofReply = 0xda
  /// Unencrypted frames; see ``PlainHeader``.
  case plain = 0xdb

  /// The version of this protocol, which is byte 1 of every datagram but DATA and PLAIN.
  public static let version: UInt8 = 1

  /// The valid sizes of a datagram of this type, in bytes.
  public var sizes: ClosedRange<Int> {
    switch self {
    case .probe: 120...120
    case .probeReply: 73...113
    case .introduction: 192...192
    case .welcome: 108...108
    case .cookie: 32...32
    case .sealed: 24...512
    case .rejection: 16...16
    case .pairShare: 152...152
    case .pairShareReply, .pairProofReply: 40...40
    case .pairProof: 72...72
    case .plain: 8...512
    }
  }

  /// True if a host accepts datagrams of this type.
  public var isForHost: Bool {
    switch self {
    case .probe, .introduction, .sealed, .pairShare, .pairProof, .plain: true
    case .probeReply, .welcome, .cookie, .rejection, .pairShareReply, .pairProofReply: false
    }
  }

  /// Returns the type of `bytes`, after checking their size and version.
  ///
  /// - Throws: `sessionType`, `sessionSize` or `sessionVersion`.
  public init(of bytes: Span<UInt8>) throws(Drop) {
    guard !bytes.isEmpty else { throw .sessionSize }
    guard let type = OuterType(rawValue: bytes[0]) else { throw .sessionType }
    guard type.sizes.contains(bytes.count) else { throw .sessionSize }
    guard type == .sealed || type == .plain || bytes[1] == OuterType.version else { throw .sessionVersion }
    self = type
  }

  /// Checks that `bytes` are a datagram of this type.
  ///
  /// - Throws: `sessionType`, `sessionSize` or `sessionVersion`.
  func check(_ bytes: Span<UInt8>) throws(Drop) {
    guard try OuterType(of: bytes) == self else { throw .sessionType }
  }

  /// Appends the type, the version and the bytes `second` and `third` to `datagram`.
  func begin<let capacity: Int>(_ datagram: inout Datagram<capacity>, _ second: UInt8 = 0, _ third: UInt8 = 0)
  {
    datagram.append(rawValue)
    datagram.append(OuterType.version)
    datagram.append(second)
    datagram.append(third)
  }
}

/// The reasons why a host refuses or ends a session: a byte of REJECT, PAIR2, PAIR4, CTRL, PEER and SEAT.
public enum Refusal: UInt8, Error, CaseIterable, Sendable {
  /// No refusal.
  case none
  /// The controller has another version of the protocol.
  case version
  /// All slots are taken, or no further device can be paired.
  case full
  /// The host admits only controllers whose slots are reserved.
  case locked
  /// No pairing is open.
  case pairingClosed
  /// Someone at the host denied the request, or removed the player.
  case deniedByHost
  /// The key was revoked.
  case revoked
  /// The controller sent too many packets, or too many new controllers came in a short time.
  case rate
  /// The key is already in use elsewhere: by another controller, or from another port or connection.
  case takeover
  /// The PIN was wrong.
  case wrongPIN
  /// The PIN was wrong too often.
  case exhaustedPIN
  /// The key may not have the role.
  case role
  /// The controller is configured for another session.
  case sessionMismatch
  /// The host is shutting down.
  case shutdown
  /// The controller broke a rule of the protocol.
  case protocolError
  /// The controller's clock is not trustworthy.
  case clockSuspect
  /// No packet arrived for too long.
  case timeout
  /// The host is busy, or the controller has left less than a second ago.
  case busy
}
