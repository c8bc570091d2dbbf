import Cryptography
import Wire

/// 128 secret bits that let one player in.
struct Ticket: Sendable {
  let bytes: InlineArray<16, UInt8>

  /// A new ticket.
  init(from generator: inout some RandomNumberGenerator) {
    let (low, high): (UInt64, UInt64) = (generator.next(), generator.next())
    bytes = InlineArray { UInt8(truncatingIfNeeded: ($0 < 8 ? low : high) >> UInt64(8 * ($0 & 7))) }
  }

  /// The ticket that `text` writes as 22 characters of base64url.
  init?(_ text: some StringProtocol) {
    guard let bytes: InlineArray<16, UInt8> = Base64URL.bytes(of: text.utf8) else { return nil }
    self.bytes = bytes
  }

  /// The ticket in a link.
  var text: String { Base64URL.text(of: bytes.span) }

  /// Whether the two are the same, in a time that does not tell how much of them is.
  func isSame(as other: Ticket) -> Bool { areEqual(bytes.span, other.bytes.span) }
}
