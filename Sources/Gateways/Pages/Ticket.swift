import Cryptography
import Wire

/// A secret of 128 random bits, such as the one by which a page is admitted.
public struct Ticket: Sendable {
  /// The 16 random bytes.
  public let bytes: InlineArray<16, UInt8>

  /// Creates a new ticket.
  public init(from generator: inout some RandomNumberGenerator) {
    bytes = Bytes16(from: &generator)
  }

  /// Decodes a ticket from 22 characters of base64url; returns nil for any other text.
  public init?(_ text: some StringProtocol) {
    guard let bytes: InlineArray<16, UInt8> = Base64URL.bytes(of: text.utf8) else { return nil }
    self.bytes = bytes
  }

  /// The ticket as text for a link, 22 characters of base64url.
  public var text: String { Base64URL.text(of: bytes.span) }

  /// Returns whether the two tickets are equal, in constant time.
  public func isSame(as other: Ticket) -> Bool { areEqual(bytes.span, other.bytes.span) }
}
