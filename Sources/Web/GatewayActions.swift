import Local
import Model
import Pages
import Platform
import Settings
import Wire

/// The actions that result from events.
extension Gateway {
  /// Carries out all actions that the values of `Pages` have left, and those that these cause.
  func settle() {
    while let action = reception.next() ?? desk.next() { perform(action) }
  }

  private func perform(_ action: PageAction) {
    switch action {
    case .wake(let connection): carrier(of: connection)?.wantWrite(connection)
    case .close(let connection):
      // The server may take a second to close a connection, which occupies no entry in the meantime.
      ports.close(connection)
      carrier(of: connection)?.close(connection)
    case .send(let packet): bridge.send(packet)
    case .sendFrames(let header, let frames): frames.packed().withBytes { bridge.send(header, $0) }
    case .sendPacket(let header, let frames): bridge.send(header, frames.span)
    case .order(let packet): watch.send(packet)
    case .keepTickets:
      reception.seating.prune(keeping: book)
      keepTickets()
    case .renewScreens: renewScreens(at: Clock.now())
    case .watch: keepWatch()
    case .hurry(let now): hurry(at: now)
    case .inform(let text): desk.tell(text)
    case .layOut(let layout): reception.seating.layOut(layout)
    case .showDroidPad(let connection): desk.tell(.droidPad(droidPadCode), on: connection)
    case .showTicket(let ticket, let lasts, let connection):
      let text = DashboardText.ticket(
        link: answer(with: ticket).link(to: TicketAnswer.phonePage), lasts: lasts)
      if let connection { desk.tell(text, on: connection) } else { desk.tell(text) }
    }
  }

  /// The text of the code for the app DroidPad; nil if DroidPad is off.
  private var droidPadCode: String? {
    settings.droidPadPort.flatMap {
      DroidPadCode.text(name: reception.seating.host.name, at: NetworkInterface.likelyAddress(), port: $0)
    }
  }

  /// Returns the carrier of the messages on `connection`.
  private func carrier(of connection: UInt32) -> (any PageCarrier)? {
    DataChannelTable.isChannel(connection) ? channels : server
  }

  /// Sends another ticket to each screen whose ticket was used or is about to end.
  func renewScreens(at now: Instant) {
    for (place, ticket) in screens.renew(&book, at: now, using: &random) {
      keepTickets()
      programs.send(answer(with: ticket), to: place)
    }
  }

  /// Answers the requests of the local program with the index `place` for tickets and for the status.
  func serveProgram(_ place: Int) {
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    while let count = programs.receive(from: place, into: &buffer) {
      let now = Clock.now()
      if count == 0 {
        programs.close(place)
        if screens.close(place, book: &book, at: now) { keepTickets() }
      } else if let request = try? TicketRequest(parsing: buffer.span.extracting(first: count)) {
        let ticket = screens.answer(request, of: place, book: &book, at: now, using: &random)
        keepTickets()
        programs.send(answer(with: ticket), to: place)
      } else if (try? GatewayStatusRequest(parsing: buffer.span.extracting(first: count))) != nil {
        programs.send(status, to: place)
      }
    }
  }
}
