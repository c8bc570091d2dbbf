public import Model
public import Wire

/// The tickets that dashboards and local programs show.
extension PageEngine {
  /// Returns the answer with `ticket` for a local program or a dashboard; `ticket` is nil if there is none.
  ///
  /// A page on another host reaches this machine only over data channels. The answer names such a page only
  /// if the UDP port for data channels has the same number as the TCP port.
  func answer(with ticket: Ticket?) -> TicketAnswer {
    let page = channels?.port == facts.port ? page : nil
    return TicketAnswer(
      ticket: ticket?.bytes, port: facts.port,
      seconds: UInt16(TicketBook.offerLifetime.nanoseconds / 1_000_000_000), plainPort: facts.plainPort,
      domain: site.rules.domain.link ?? "",
      elsewhere: page.map { PageElsewhere(page: $0, fingerprint: channels?.fingerprint ?? "") })
  }

  /// Shows `link` as a QR code on the dashboard on `connection` or, if that is nil, on all dashboards.
  ///
  /// `link` is nil if there is no ticket. `check` is a link to the phone's check with the same ticket.
  /// With `main`, the link is for a helper of that player.
  public mutating func show(
    link: String?, check: String?, lasts: Interval, on connection: UInt32?, helps main: PlayerSlot? = nil
  ) {
    let text = DashboardText.ticket(link: link, lasts: lasts, check: main == nil ? check : nil, helps: main)
    if let connection { desk.tell(text, on: connection) } else { desk.tell(text) }
  }

  /// Shows dashboards the link to their ticket again, since the machine's address or certificate may have changed.
  public mutating func repeatLink(at now: Instant) { desk.repeatTicket(book, at: now) }

  /// Handles the request of local program number `program` for a ticket.
  public mutating func receive(
    _ request: TicketRequest, from program: Int, at now: Instant,
    using random: inout some RandomNumberGenerator
  ) {
    let ticket = screens.answer(request, of: program, book: &book, at: now, using: &random)
    actions += [.keepTickets, .answer(answer(with: ticket), program: program)]
  }

  /// Handles the end of local program number `program`.
  public mutating func close(program: Int, at now: Instant) {
    closeCrowd(of: program, at: now)
    if screens.close(program, book: &book, at: now) { actions.append(.keepTickets) }
  }

  /// Sends a new ticket to each screen whose ticket is missing, was used or is about to expire.
  mutating func renewScreens(at now: Instant, using random: inout some RandomNumberGenerator) {
    for (program, ticket) in screens.renew(&book, at: now, using: &random) {
      actions += [.keepTickets, .answer(answer(with: ticket), program: program)]
    }
  }
}
