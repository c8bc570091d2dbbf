import Local
import Model
import Pages
import Platform
import Settings
import Wire

/// The actions that follow from events.
extension Gateway {
  /// Carries out all of the engine's actions, and those that follow from them.
  func settle(at now: Instant) {
    while let action = engine.next(at: now, using: &random) { perform(action) }
    bringForward(to: engine.crowdDue)
  }

  private func perform(_ action: PageAction) {
    switch action {
    case .wake(let connection): carrier(of: connection)?.wantWrite(connection)
    case .close(let connection):
      // The server may take a second to close a connection; until then the connection counts against no limit.
      ports.close(connection)
      carrier(of: connection)?.close(connection)
    case .closeReplaced(let connection):
      ports.close(connection)
      server?.close(connection, status: WebConnection.replacedStatus)
    case .send(let packet): bridge.send(packet)
    case .sendFrames(let header, let frames): frames.packed().withBytes { bridge.send(header, $0) }
    case .sendPacket(let header, let frames): bridge.send(header, frames.span)
    case .order(let packet): watch.send(packet)
    case .keepTickets: keepTickets()
    case .watch: keepWatch()
    case .subscribe: renewWatch()
    case .hurry(let now): hurry(at: now)
    case .showDroidPad(let connection): engine.show(droidPad: droidPadCode, on: connection)
    case .showLink(let answer, let lasts, let connection, let main):
      engine.show(
        link: answer.link(to: TicketAnswer.phonePage), check: answer.link(to: TicketAnswer.checkPage),
        lasts: lasts, on: connection, helps: main)
    case .answer(let answer, let program): programs.send(answer.datagram, to: program)
    case .reportPage: tellPage()
    case .keepShelf(let job): shelfFolder.begin(job)
    case .answerLayouts(let answer, let program): programs.send(answer.bytes, to: program)
    case .keepChecks(let job): checkFolder.begin(job)
    case .answerChecks(let answer, let program): programs.send(answer.bytes, to: program)
    case .answerCrowd(let answer, let program): programs.send(answer.datagram, to: program)
    case .answerOverlays(let answer, let program): send(answer, to: program)
    case .allowVoters(let voters): ports.allow(voters: voters)
    case .reportGameLayout(let layout): tell(.gameLayoutUnknown(layout))
    case .reportGameUser(let user): tell(.gameRefused(user: user))
    case .closeGame(let program): closeGame(program)
    case .renewScreens, .inform, .layOut, .showTicket, .obey: break
    }
  }

  /// Sends the links of overlays to program number `program`, and reports in the result if the tickets could
  /// not be written.
  private func send(_ answer: OverlayAnswer, to program: Int) {
    var answer = answer
    if answer.result == .done, !areTicketsKept { answer.result = .disk }
    programs.send(answer.datagram, to: program)
  }

  /// The text of the code for the app DroidPad; nil if the app cannot play here.
  private var droidPadCode: String? {
    settings.droidPadPort.flatMap {
      DroidPadCode.text(name: engine.name, at: NetworkInterface.likelyAddress(), port: $0)
    }
  }

  /// Returns the carrier of messages on `connection`.
  private func carrier(of connection: UInt32) -> (any PageCarrier)? {
    DataChannelTable.isChannel(connection) ? channels : server
  }

  /// Answers the requests of the local program with the index `index`.
  ///
  /// They ask for tickets or the status, or are about layouts, checks, the crowd or links of overlays.
  func serveProgram(_ index: Int) {
    var buffer = InlineArray<8_320, UInt8>(repeating: 0)
    let program = programs.number(at: index)
    while let count = programs.receive(from: index, into: &buffer) {
      let now = Clock.now()
      let bytes = buffer.span.extracting(first: count)
      if count == 0 {
        programs.close(index)
        engine.close(program: program, at: now)
      } else if let request = try? TicketRequest(parsing: bytes) {
        engine.receive(request, from: program, at: now, using: &random)
      } else if (try? GatewayStatusRequest(parsing: bytes)) != nil {
        programs.send(status.datagram, to: program)
      } else if let request = try? LayoutRequest(parsing: bytes) {
        engine.receive(request, from: program)
      } else if let request = try? CheckRequest(parsing: bytes) {
        engine.receive(request, from: program)
      } else if let request = try? CrowdRequest(parsing: bytes) {
        engine.receive(request, from: program, at: now, using: &random)
      } else if let request = try? OverlayRequest(parsing: bytes) {
        engine.receive(request, from: program, at: now, using: &random)
      }
      settle(at: now)
    }
  }
}
