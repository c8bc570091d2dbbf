import Model
import Platform
public import Wire

/// The links to the pages of the web gateway.
extension TicketAnswer {
  /// The path of the page for phones.
  public static let phonePage = "j/"
  /// The path of the page with a phone's check.
  public static let checkPage = "check/"

  /// The path of the page of a crowd.
  public static let crowdPage = "crowd"

  /// The path of the overlay.
  public static let overlayPage = "overlay"

  /// Returns whether browsers open the page for phones at `host` without a warning.
  ///
  /// `host` is a name or an address; nil stands for the machine's own domain or, without one, its address.
  public func isTrusted(at host: String?) -> Bool {
    elsewhere != nil || !domain.isEmpty && host ?? domain == domain
  }

  /// Returns the link to `page` with the ticket; nil if there is no ticket.
  ///
  /// `host` is the name or address of this machine for other devices, in its form for links. If it is nil,
  /// the link has the machine's own domain or, without a domain, the likeliest address. The link is one for
  /// HTTP if `isPlain` is true, otherwise for HTTPS. If there is a page elsewhere, the HTTPS link for phones
  /// leads to that page, and its fragment contains the address of this machine:
  /// `1.ADDRESS.PORT.TICKET.FINGERPRINT`.
  public func link(to page: String, at host: String? = nil, isPlain: Bool = false) -> String? {
    guard let ticket else { return nil }
    let secret = Base64URL.text(of: ticket.span)
    if page == TicketAnswer.phonePage, !isPlain, let elsewhere {
      let address = host ?? likelyHost
      return "\(elsewhere.page)#1.\(address).\(port).\(secret).\(elsewhere.fingerprint)"
    }
    let name = host ?? (domain.isEmpty ? likelyHost : domain)
    return "\(isPlain ? "http" : "https")://\(name):\(isPlain ? plainPort : port)/\(page)#\(secret)"
  }

  /// The address at which other devices are likely to find the gateway, in its form for links.
  private var likelyHost: String { NetworkInterface.likelyAddress(ofServerAt: port).inURL }

  /// Returns the link to `page` on this machine itself.
  public func ownLink(to page: String) -> String { "https://localhost:\(port)/\(page)" }
}
