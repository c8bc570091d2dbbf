import Model
import Platform
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

  /// The way in with the ticket of `answer`, for phones that find this machine at `host`; nil without a ticket.
  init?(_ answer: TicketAnswer, at host: String) {
    guard let link = answer.link(to: TicketAnswer.phonePage, at: host) else { return nil }
    self.link = link
    isTrusted = host == answer.domain
    code = QRCode(link)
    dashboard = "The dashboard on this machine: \(answer.ownLink(to: ""))"
  }
}

extension TicketAnswer {
  /// The path of the page for phones.
  static let phonePage = "j/"

  /// The name or address by which others on the LAN most likely find this machine, as links write it.
  var likelyHost: String { domain.isEmpty ? NetworkInterface.likelyAddress.inURL : domain }

  /// The link to `page` with the ticket, for devices that find this machine at `host`; nil without a ticket.
  func link(to page: String, at host: String, isPlain: Bool = false) -> String? {
    guard let ticket else { return nil }
    let place = "\(isPlain ? "http" : "https")://\(host):\(isPlain ? plainPort : port)"
    return "\(place)/\(page)#\(Base64URL.text(of: ticket.span))"
  }

  /// The link to `page` on this machine itself.
  func ownLink(to page: String) -> String { "https://localhost:\(port)/\(page)" }
}
