public import Model
public import Wire

/// The actions that the gateway carries out after an event, in order.
///
/// Large actions are indirect, so that the small ones caused by each packet are cheap to move.
public enum PageAction: Sendable {
  /// A message waits to be sent on the connection.
  case wake(UInt32)
  /// Closes the connection.
  case close(UInt32)
  /// Closes the connection of a dashboard that gives way to a newer one, and tells it not to reconnect.
  case closeReplaced(UInt32)
  /// A message for the bridge.
  indirect case send(LocalPacket)
  /// The gateway's own frames for the bridge in the name of a controller, preceded by the header.
  indirect case sendFrames(GatewayHeader, ControllerFrames)
  /// A page's packet that arrived by POST, as its header and its frames.
  case sendPacket(GatewayHeader, [UInt8])
  /// A message for the bridge over the watch.
  indirect case order(LocalPacket)
  /// The tickets have changed, and are to be written to their file.
  case keepTickets
  /// The watch on the bridge may have to be opened or closed.
  case watch
  /// Other statuses are needed: the watch has to subscribe again.
  case subscribe
  /// Something has to be tried again soon after the given time.
  case hurry(at: Instant)
  /// Shows the code for the app DroidPad on the dashboard `on`.
  case showDroidPad(on: UInt32)
  /// The link with a ticket for the QR code of one dashboard or, with nil, of all, and the time for which it
  /// is valid.
  ///
  /// A code for a helper is only for the dashboard that asked for it.
  indirect case showLink(TicketAnswer, lasts: Interval, on: UInt32?, helps: PlayerSlot?)
  /// An answer with a ticket for local program number `program`.
  indirect case answer(TicketAnswer, program: Int)
  /// The page to which phones are sent has changed; the gateway reports this in the journal.
  case reportPage
  /// Work on the files of kept layouts; the gateway reports the end of the work to the engine.
  indirect case keepShelf(ShelfJob)
  /// The answer about layouts to local program number `program`.
  indirect case answerLayouts(LayoutAnswer, program: Int)
  /// Work on the file of checked phones; the gateway reports the end of the work to the engine.
  indirect case keepChecks(ShelfJob)
  /// The answer about checked phones to local program number `program`.
  indirect case answerChecks(CheckAnswer, program: Int)
  /// The answer about the crowd to local program number `program`.
  indirect case answerCrowd(CrowdAnswer, program: Int)
  /// The answer about the links of overlays to local program number `program`.
  indirect case answerOverlays(OverlayAnswer, program: Int)
  /// Sets the limit on the connections of one address, so that the given number of voters fits.
  case allowVoters(Int)
  /// A game wants the layout with the given id, which the host does not have.
  ///
  /// The gateway reports this in the journal.
  case reportGameLayout(String)
  /// A program tried to report the running game, but its user, whose uid is given, may not do that.
  ///
  /// The gateway reports this in the journal.
  case reportGameUser(UInt32)
  /// Closes the connection of the program with the given number, which reports the running game.
  case closeGame(Int)

  // The engine itself carries out the following actions.

  /// A ticket may have been used, and a program's screen may need another.
  case renewScreens
  /// A text for every dashboard.
  indirect case inform(DashboardText)
  /// The host has set the layout for all players; if it is empty, each player chooses.
  case layOut(String)
  /// A dashboard's order about layouts; `number` is the number that the dashboard has given to the order.
  indirect case obey(DashboardRequest, number: UInt64, on: UInt32)
  /// The ticket in the QR code of one dashboard or, with nil, of all, and the time for which it is valid.
  indirect case showTicket(Ticket?, lasts: Interval, on: UInt32?, helps: PlayerSlot?)
}
