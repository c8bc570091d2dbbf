import Cryptography
import Model

/// A Binding request, with which a browser checks a path and shows that it knows a password (RFC 8489; RFC 8445 §7.1).
public struct BindingRequest: Sendable {
  /// The name of the credential: the part of the user name before the colon.
  public let user: UserName
  /// True if the browser has chosen this path (USE-CANDIDATE).
  public let isNominating: Bool
  let transaction: InlineArray<12, UInt8>
  private let caller: Range<Int>
  private let code: Int

  /// Decodes the request in `bytes`, without checking its integrity code.
  ///
  /// - Throws: the reason why this is not such a request, or is one that no browser sends.
  public init(parsing bytes: Span<UInt8>) throws(DatagramDrop) {
    guard bytes.count >= Header.size, bytes.count % 4 == 0,
      Int(bytes.big16(at: 2)) == bytes.count - Header.size
    else { throw .size }
    guard bytes.big16(at: 0) == Header.request, bytes.big32(at: 4) == Header.cookie else { throw .notRequest }
    var attributes = Attributes()
    var next = Header.size
    while next < bytes.count { next = try attributes.read(bytes, at: next) }
    guard attributes.hasFingerprint else { throw .fingerprint }
    guard let code = attributes.code else { throw .integrity }
    (user, caller) = try BindingRequest.names(in: bytes, at: attributes.userName)
    (self.code, isNominating) = (code, attributes.isNominating)
    transaction = InlineArray { bytes[Header.transaction.lowerBound + $0] }
  }

  /// Returns whether the request, given by its `bytes`, was made with `password`.
  ///
  /// The method takes the same time for any wrong code.
  public func isSigned(_ bytes: Span<UInt8>, with password: Span<UInt8>) -> Bool {
    let right = Integrity.code(of: bytes, at: code, password)
    return areEqual(right.span, bytes.extracting(code + 4..<code + Integrity.size))
  }

  /// Returns a hash of the browser's own name, which follows the user name's colon and differs for each
  /// attempt.
  public func caller(in bytes: Span<UInt8>) -> UInt64 {
    let digest = SHA256.digest(bytes.extracting(caller))
    return (0..<8).reduce(0) { $0 << 8 | UInt64(digest[$1]) }
  }

  /// Returns the host's name, and the range of the browser's name, in a user name `host:browser` (RFC 8445 §7.2.2).
  private static func names(
    in bytes: Span<UInt8>, at range: Range<Int>?
  ) throws(DatagramDrop) -> (UserName, Range<Int>) {
    guard let range, let colon = range.first(where: { bytes[$0] == UInt8(ascii: ":") }),
      let user = UserName(bytes.extracting(range.lowerBound..<colon)),
      (4...256).contains(range.upperBound - colon - 1)
    else { throw .userName }
    return (user, colon + 1..<range.upperBound)
  }
}

/// The attributes of a request read so far; only the first of each kind counts (RFC 8489 §14).
private struct Attributes {
  /// The range of the user name.
  var userName: Range<Int>?
  /// The offset of MESSAGE-INTEGRITY; after it, only the fingerprint counts.
  var code: Int?
  var isNominating = false
  var hasFingerprint = false

  /// Reads the attribute at `start`; returns the offset after its padding, whose bytes are arbitrary.
  mutating func read(_ bytes: Span<UInt8>, at start: Int) throws(DatagramDrop) -> Int {
    guard !hasFingerprint else { throw .attribute }
    let (kind, length) = (bytes.big16(at: start), Int(bytes.big16(at: start + 2)))
    let end = start + 4 + (length + 3) / 4 * 4
    guard end <= bytes.count else { throw .attribute }
    switch kind {
    case Attribute.fingerprint:
      guard length == 4, bytes.big32(at: start + 4) == Integrity.fingerprint(of: bytes, at: start) else {
        throw .fingerprint
      }
      hasFingerprint = true
    case _ where code != nil: break
    case Attribute.integrity:
      guard length == Integrity.codeSize else { throw .attribute }
      code = start
    case Attribute.userName: userName = userName ?? (start + 4..<start + 4 + length)
    case Attribute.useCandidate: isNominating = true
    case Attribute.priority, Attribute.integritySHA256, Attribute.optional...: break
    default: throw .unknownAttribute
    }
    return end
  }
}
