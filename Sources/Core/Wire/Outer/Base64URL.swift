/// The encoding of bytes as characters that a link can carry: base64url without padding (RFC 4648 §5).
public enum Base64URL {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns `bytes` in base64url.
  public static func text(of bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    var (rest, bits) = (0, 0)
    for index in bytes.indices {
      (rest, bits) = (rest << 8 | Int(bytes[index]), bits + 8)
      while bits >= 6 {
        bits -= 6
        text.append(letters[rest >> bits & 63])
      }
      rest &= 1 << bits - 1
    }
    if bits > 0 { text.append(letters[rest << (6 - bits)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes `text` into `size` bytes; returns nil unless `text` is exactly what ``text(of:)`` returns for those bytes.
  public static func bytes<let size: Int>(of text: some Collection<UInt8>) -> InlineArray<size, UInt8>? {
    guard text.count == (8 * size + 5) / 6 else { return nil }
    var bytes = InlineArray<size, UInt8>(repeating: 0)
    var (rest, bits, count) = (0, 0, 0)
    for letter in text {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      (rest, bits) = (rest << 6 | value, bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      bytes[count] = UInt8(rest >> bits)
      rest &= 1 << bits - 1
      count += 1
    }
    return rest == 0 ? bytes : nil
  }
}
