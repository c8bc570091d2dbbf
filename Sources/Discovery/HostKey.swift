/// A host's public key, as it is announced: 32 bytes that are only compared and handed on here.
public struct HostKey: Hashable, Sendable {
  /// The bytes.
  public var bytes: InlineArray<32, UInt8>

  /// The key of these bytes.
  public init(_ bytes: InlineArray<32, UInt8>) {
    self.bytes = bytes
  }

  /// No key: what a host without one sends in PROBE_REPLY.
  public static let absent = HostKey(InlineArray(repeating: 0))

  /// Whether the bytes are the same.
  public static func == (one: HostKey, two: HostKey) -> Bool {
    one.bytes.indices.allSatisfy { one.bytes[$0] == two.bytes[$0] }
  }

  /// Adds the bytes.
  public func hash(into hasher: inout Hasher) {
    for index in bytes.indices { hasher.combine(bytes[index]) }
  }
}

/// base64url without padding (RFC 4648 §5): 43 characters, of which the last one ends in two zero bits.
extension HostKey: LosslessStringConvertible {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let length = 43

  /// The key that `text` writes; nil unless it is written in the one way that there is.
  public init?(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// The key that the characters `text` write.
  init?(_ text: ArraySlice<UInt8>) {
    guard text.count == HostKey.length else { return nil }
    var found = InlineArray<32, UInt8>(repeating: 0)
    var (bits, count, next) = (UInt32(0), 0, 0)
    for character in text {
      guard let digit = HostKey.digits.firstIndex(of: character) else { return nil }
      (bits, count) = (bits << 6 | UInt32(digit), count + 6)
      guard count >= 8, next < found.count else { continue }
      count -= 8
      found[next] = UInt8(truncatingIfNeeded: bits >> UInt32(count))
      next += 1
    }
    guard bits & 3 == 0 else { return nil }
    self.init(found)
  }

  /// The key in 43 characters.
  public var description: String {
    var text: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for index in bytes.indices {
      (bits, count) = (bits << 8 | UInt32(bytes[index]), count + 8)
      while count >= 6 {
        count -= 6
        text.append(HostKey.digits[Int(bits >> UInt32(count) & 63)])
      }
    }
    text.append(HostKey.digits[Int(bits << UInt32(6 - count) & 63)])
    return String(decoding: text, as: UTF8.self)
  }
}
