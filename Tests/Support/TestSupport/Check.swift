internal import CSHA1
import Model

/// A STUN check as a browser sends it, built attribute by attribute, either valid or invalid.
public struct Check: Sendable {
  /// The types of attributes.
  public enum Kind {
    /// USERNAME.
    public static let userName: UInt16 = 0x0006
    /// MESSAGE-INTEGRITY.
    public static let integrity: UInt16 = 0x0008
    /// PRIORITY.
    public static let priority: UInt16 = 0x0024
    /// USE-CANDIDATE.
    public static let useCandidate: UInt16 = 0x0025
    /// FINGERPRINT.
    public static let fingerprint: UInt16 = 0x8028
  }

  /// The password of a check for which none is given.
  public static let password = Array("abcdefghijklmnopqrstuv".utf8)
  private static let header = 20

  /// The message so far.
  public var bytes: [UInt8]

  /// Creates a check of these bytes; by default a request without attributes.
  public init(bytes: [UInt8] = [0, 1, 0, 0, 0x21, 0x12, 0xa4, 0x42] + (1...12)) { self.bytes = bytes }

  /// Creates a complete check with this user name, and with these other attributes before its integrity code.
  public init(_ name: String, _ others: [(UInt16, [UInt8])] = [], with password: [UInt8] = Check.password) {
    self.init()
    add(Kind.userName, Array(name.utf8))
    for (kind, value) in others { add(kind, value) }
    sign(with: password)
    close()
  }

  /// Adds an attribute and its padding.
  public mutating func add(_ kind: UInt16, _ value: [UInt8]) {
    bytes += [UInt8(kind >> 8), UInt8(kind & 255), UInt8(value.count >> 8), UInt8(value.count & 255)] + value
    bytes += [UInt8](repeating: 0x20, count: (4 - value.count % 4) % 4)
    setLength(bytes.count - Check.header)
  }

  /// Adds the integrity code.
  public mutating func sign(with password: [UInt8] = Check.password) {
    setLength(bytes.count + 24 - Check.header)
    var code = [UInt8](repeating: 0, count: Int(SHA1_CODE_SIZE))
    unsafe sha1_code(password, password.count, bytes, bytes.count, bytes, 0, &code)
    add(Kind.integrity, code)
  }

  /// Adds the fingerprint.
  public mutating func close() {
    setLength(bytes.count + 8 - Check.header)
    let mark = Checksum.of(bytes.span) ^ 0x5354_554e
    add(Kind.fingerprint, (0..<4).map { UInt8(truncatingIfNeeded: mark >> UInt32(24 - 8 * $0)) })
  }

  private mutating func setLength(_ length: Int) {
    (bytes[2], bytes[3]) = (UInt8(length >> 8 & 255), UInt8(length & 255))
  }
}
