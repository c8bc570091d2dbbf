import Model

/// A request of a browser, as far as it matters here; header fields that are not there are empty.
struct WebRequest: Sendable {
  /// What is wanted.
  enum Method: Sendable {
    /// To be shown something.
    case get
    /// To hand something in.
    case post
    /// Something that is not done here.
    case other
    /// To hand in more than is taken.
    case tooLarge
  }

  var method = Method.get
  /// The path, decoded and without a query.
  var path = ""
  var host = ""
  /// Whether it came without TLS.
  var isPlain = false
  var origin = ""
  var authorization = ""
  /// What the WebSocket is to speak.
  var protocols = ""
  /// What the browser has already.
  var tag = ""
  var type = ""
  /// How the answer's body may be packed.
  var encodings = ""
  var body: [UInt8] = []
  /// Where it comes from.
  var address = Address(high: 0, low: 0)

  /// Whether gzip may be sent: browsers name what they take without weights (RFC 9110 §12.5.3).
  var takesGzip: Bool {
    encodings.split(separator: ",").contains { $0.drop { $0 == " " } == "gzip" }
  }

  /// The ticket behind `Bearer`; nil without one.
  var bearer: Ticket? {
    authorization.hasPrefix("Bearer ") ? Ticket(authorization.dropFirst(7)) : nil
  }

  /// The ticket among the protocols `tpp.v1, ticket.TICKET`, or for the host's pages `tpp.host.v1, ticket.TICKET`; nil without both.
  func offered(for role: TicketBook.Role) -> Ticket? {
    let offers = protocols.split(separator: ",").map { $0.drop { $0 == " " } }
    guard offers.first == (role == .host ? "tpp.host.v1" : "tpp.v1") else { return nil }
    return offers.dropFirst().first { $0.hasPrefix("ticket.") }.flatMap { Ticket($0.dropFirst(7)) }
  }
}
