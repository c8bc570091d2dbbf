import Cryptography
import Model
import STUN

/// A ticket that admits a player's page, or once did.
struct Credential: Sendable {
  var ticket: Ticket
  /// The time from which the ticket admits no one.
  ///
  /// An expired ticket is kept only so that the host can tell its page that the ticket has expired.
  var ends: Instant

  /// Returns whether the ticket admits its page.
  func admits(at now: Instant) -> Bool { now < ends }
}

/// The tickets of pages by their STUN user names.
///
/// On the UDP port, the gateway reads only STUN checks from a page until one has shown the page's ticket.
public struct Credentials: Sendable {
  private var tickets: [UserName: Credential] = [:]
  private var revision: UInt64?

  /// Creates a set without tickets.
  public init() {}

  /// The ticket with the name `user`; nil if there is none.
  subscript(user: UserName) -> Credential? { tickets[user] }

  /// Adopts the tickets of `book`, if they have changed.
  public mutating func renew(from book: TicketBook) {
    guard revision != book.revision else { return }
    revision = book.revision
    tickets = [:]
    for credential in book.credentials { tickets[credential.ticket.user] = credential }
  }
}

extension Ticket {
  /// The letters of base64 (RFC 4648 §4), which are also the ones that ICE allows (RFC 8839 §5.4).
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The name of the ticket in STUN: the first eight characters of its SHA-256 in base64.
  var user: UserName {
    let digest = SHA256.digest(bytes.span)
    let name: InlineArray<8, UInt8> = Ticket.letters(of: digest.span)
    guard let user = UserName(name.span) else { preconditionFailure() }
    return user
  }

  /// The ticket as a STUN password: its 22 characters in base64, without padding.
  var password: InlineArray<22, UInt8> { Ticket.letters(of: bytes.span) }

  private static func letters<let count: Int>(of bytes: Span<UInt8>) -> InlineArray<count, UInt8> {
    InlineArray { index in
      let (first, shift) = (6 * index / 8, 6 * index % 8)
      let next = first + 1 < bytes.count ? UInt16(bytes[first + 1]) : 0
      return letters[Int((UInt16(bytes[first]) << 8 | next) >> UInt16(10 - shift) & 63)]
    }
  }
}

extension InlineArray where Element == UInt8 {
  /// The letters as text.
  var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }
}
