import Local
import QR
import Wire

/// The link and code for joining with the next phone, as shown on screens.
struct PhoneEntrance: Sendable {
  /// The link with the ticket.
  let link: String
  /// The link as a QR code; nil if it is too long.
  let code: QRCode?
  /// The sentence with the dashboard's address.
  let dashboard: String

  private let isTrusted: Bool

  /// The sentence about using the code.
  var codeAdvice: String { "Scan the code with a phone on the same network, \(rest)" }
  /// The sentence about using only the link.
  var linkAdvice: String { "Open this link on a phone on the same network, \(rest)" }

  private var rest: String { isTrusted ? "and press PLAY." : "accept the certificate once, and press PLAY." }

  /// Creates the entrance with the ticket of `answer`; nil without a ticket.
  ///
  /// Phones reach this machine by the name or address `host` or, with nil, by the likeliest.
  init?(_ answer: TicketAnswer, at host: String? = nil) {
    guard let link = answer.link(to: TicketAnswer.phonePage, at: host) else { return nil }
    self.link = link
    isTrusted = answer.isTrusted(at: host)
    code = QRCode(link)
    dashboard = "The dashboard on this machine: \(answer.ownLink(to: ""))"
  }
}
