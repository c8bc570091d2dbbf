/// The encoding of bytes as characters with padding: base64 (RFC 4648 §4).
public enum Base64 {
  /// Returns `bytes` in base64.
  public static func text(of bytes: [UInt8]) -> String {
    let others: [Character: Character] = ["-": "+", "_": "/"]
    let letters = Base64URL.text(of: bytes.span).map { others[$0] ?? $0 }
    return String(letters) + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
  }
}
