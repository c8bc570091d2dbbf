import Local
import QR
import Wire

/// The way in for the next phone, as screens show it.
struct PhoneEntrance: Sendable {
  /// The link with the ticket.
  let link: String
  /// The link as a QR code; nil when it is too long for one.
  let code: QRCode?
  /// The sentence with the dashboard's address.
  let dashboard: String

  private let isTrusted: Bool

  /// The sentence that says what a person does with the code.
  var codeAdvice: String { "Scan the code with a phone on the same network, \(rest)" }
  /// The sentence that says what a person does with the link alone.
  var linkAdvice: String { "Open this link on a phone on the same network, \(rest)" }

  private var rest: String { isTrusted ? "and press PLAY." : "accept the certificate once, and press PLAY." }

  /// The way in with the ticket of `answer`, for phones that find this machine at the name or address `host`, or at the likeliest;
  /// nil without a ticket.
  init?(_ answer: TicketAnswer, at host: String? = nil) {
    guard let link = answer.link(to: TicketAnswer.phonePage, at: host) else { return nil }
    self.link = link
    isTrusted = answer.isTrusted(at: host)
    code = QRCode(link)
    dashboard = "The dashboard on this machine: \(answer.ownLink(to: ""))"
  }
}
