import Notation
import STUN

extension Seating {
  /// The facts that a page needs to open a data channel.
  public struct ChannelPort: Sendable {
    /// The UDP port.
    public var port: UInt16
    /// The SHA-256 of the certificate, in base64url.
    public var fingerprint: String

    /// Creates the facts.
    public init(port: UInt16, fingerprint: String) { (self.port, self.fingerprint) = (port, fingerprint) }

    /// Returns what a page with `ticket` needs to open a data channel, for the welcome of the page.
    func entrance(for ticket: Ticket) -> JSON {
      .object([
        ("port", .integer(UInt64(port))), ("user", .string(ticket.user.text)),
        ("password", .string(ticket.password.text)), ("fingerprint", .string(fingerprint)),
      ])
    }
  }
}
