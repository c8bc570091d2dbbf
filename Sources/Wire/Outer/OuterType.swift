/// The datagrams between controllers and the host (docs/protocol.md, "Encrypted sessions"); the first byte is the type.
public enum OuterType: UInt8, CaseIterable, Sendable {
  /// A controller looks for hosts.
  case probe = 0xd0
  /// A host answers that.
  case probeReply = 0xd1
  /// A controller begins a handshake.
  case introduction = 0xd2
  /// The host's half of the handshake.
  case welcome = 0xd3
  /// The host wants to see first that the controller receives at its address.
  case cookie = 0xd4
  /// Frames, encrypted.
  case sealed = 0xd5
  /// The host refuses, as a hint.
  case rejection = 0xd6
  /// A controller's share of a pairing with a PIN.
  case pairShare = 0xd7
  /// The host's share.
  case pairShareReply = 0xd8
  /// The controller's proof that it knows the PIN.
  case pairProof = 0xd9
  /// The host's proof.
  case pairProofReply = 0xda
  /// Frames, not encrypted: see ``PlainHeader``.
  case plain = 0xdb

  /// The version of this protocol, byte 1 of all but DATA and PLAIN.
  public static let version: UInt8 = 1

  /// The sizes that a datagram of this type can have.
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

  /// Whether a host takes datagrams of this type.
  public var isForHost: Bool {
    switch self {
    case .probe, .introduction, .sealed, .pairShare, .pairProof, .plain: true
    case .probeReply, .welcome, .cookie, .rejection, .pairShareReply, .pairProofReply: false
    }
  }

  /// The type of `bytes`, of which size and version are right.
  ///
  /// - Throws: `type`, `size` or `version`.
  public init(of bytes: Span<UInt8>) throws(OuterMalformed) {
    guard !bytes.isEmpty else { throw .size }
    guard let type = OuterType(rawValue: bytes[0]) else { throw .type }
    guard type.sizes.contains(bytes.count) else { throw .size }
    guard type == .sealed || type == .plain || bytes[1] == OuterType.version else { throw .version }
    self = type
  }

  /// Holds that `bytes` are of this type.
  func check(_ bytes: Span<UInt8>) throws(OuterMalformed) {
    guard try OuterType(of: bytes) == self else { throw .type }
  }

  /// Begins `datagram` with type, version and two more bytes.
  func begin<let capacity: Int>(_ datagram: inout Datagram<capacity>, _ second: UInt8 = 0, _ third: UInt8 = 0)
  {
    datagram.append(rawValue)
    datagram.append(OuterType.version)
    datagram.append(second)
    datagram.append(third)
  }
}

/// Why a datagram is none of ``OuterType``; each is a counter.
public enum OuterMalformed: UInt8, Error, CaseIterable, Sendable {
  /// Not the type's exact size.
  case size
  /// The first byte is no type, or none that this side takes.
  case type
  /// Another version of the protocol.
  case version
  /// A field that must be zero is not, or an index has more than 24 bits.
  case reserved
  /// A field has a value that means nothing.
  case value
}

/// Why a host refuses or ends a session; as one byte in REJECT, PAIR2, PAIR4 and CTRL.
public enum Refusal: UInt8, Error, CaseIterable, Sendable {
  /// No reason: all is well.
  case none
  /// Another version of the protocol.
  case version
  /// All slots are taken.
  case full
  /// The host lets nobody in now.
  case locked
  /// No pairing is open.
  case pairingClosed
  /// The person at the host said no.
  case deniedByHost
  /// The key was revoked.
  case revoked
  /// Too many packets.
  case rate
  /// The same key plays elsewhere.
  case takeover
  /// The PIN was wrong.
  case wrongPIN
  /// The PIN was wrong too often.
  case exhaustedPIN
  /// The role is not allowed to this key.
  case role
  /// The controller is configured for another session.
  case sessionMismatch
  /// The host shuts down.
  case shutdown
  /// A rule of the protocol was broken.
  case protocolError
  /// The controller's clock cannot be trusted.
  case clockSuspect
  /// Nothing came for too long.
  case timeout
  /// The host is busy.
  case busy
}
