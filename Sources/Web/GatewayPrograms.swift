import Model
import Platform
import Wire

/// The local programs that ask for tickets.
extension Gateway {
  /// A ticket that a program shows on its screen; it is replaced after its use, and a minute before its end.
  struct ShownTicket {
    var role: TicketBook.Role
    /// The ticket; nil while too many wait for their pages.
    var ticket: Ticket?
  }

  /// Accepts the connection of a local program, if one of the places is free.
  func acceptProgram() {
    guard let program = try? listener.accept() else { return }
    for place in programs.indices where programs[place] == nil {
      guard (try? poller.add(program.descriptor, token: Token.programs + UInt64(place))) != nil else {
        return
      }
      programs[place] = consume program
      return
    }
  }

  /// Answers the ticket requests of the local program at `place`.
  func serveProgram(_ place: Int) {
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    while let transfer = programs[place]?.receive(into: &buffer) {
      switch transfer {
      case .wouldBlock: return
      case .done(let count) where count > 0:
        let bytes = buffer.span.extracting(first: min(count, buffer.count))
        guard let request = try? TicketRequest(parsing: bytes) else { continue }
        answer(request, of: place)
      case .done, .failed: hangUp(place)
      }
    }
  }

  /// Sends another ticket to each screen whose ticket was used or is about to end.
  func renewScreens(at now: Instant) {
    for (place, screen) in screens where screen.ticket.map({ book.needsRenewal($0, at: now) }) ?? true {
      let ticket = book.issue(for: screen.role, at: now, using: &random)
      guard ticket != nil || screen.ticket != nil else { continue }
      screens[place]?.ticket = ticket
      keepBook()
      send(ticket, toProgram: place)
    }
  }

  private func answer(_ request: TicketRequest, of place: Int) {
    let role = TicketBook.Role(request.role)
    let ticket = book.issue(for: role, at: Clock.now(), using: &random)
    if let former = screens.removeValue(forKey: place)?.ticket { book.release(former, at: Clock.now()) }
    if request.isRenewed { screens[place] = ShownTicket(role: role, ticket: ticket) }
    keepBook()
    send(ticket, toProgram: place)
  }

  private func hangUp(_ place: Int) {
    programs[place] = nil
    guard let ticket = screens.removeValue(forKey: place)?.ticket else { return }
    book.release(ticket, at: Clock.now())
    keepBook()
  }

  private func send(_ ticket: Ticket?, toProgram place: Int) {
    let seconds = UInt16(TicketBook.offerLifetime.nanoseconds / 1_000_000_000)
    let answer = TicketAnswer(
      ticket: ticket?.bytes, port: settings.port, seconds: seconds, plainPort: settings.plainPort ?? 0)
    answer.datagram.withBytes { _ = programs[place]?.send($0) }
  }
}
