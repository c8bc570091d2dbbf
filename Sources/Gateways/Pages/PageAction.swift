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
  /// A message for the bridge.
  indirect case send(LocalPacket)
  /// The gateway's own frames for a controller, preceded by the header.
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
  /// Something is to be tried again soon after the given time.
  case hurry(at: Instant)
  /// Shows the code for the app DroidPad on the dashboard `on`.
  case showDroidPad(on: UInt32)
  /// The link with a ticket for the dashboards' QR code, and its validity; for one dashboard or, with nil, for all.
  ///
  /// A code for a helper is only for the dashboard that asked for it.
  indirect case showLink(TicketAnswer, lasts: Interval, on: UInt32?, helps: PlayerSlot?)
  /// The answer to the request for a ticket from that local program.
  indirect case answer(TicketAnswer, program: Int)
  /// The page to which phones are sent has changed; the journal reports that.
  case reportPage
  /// Work on the files of kept layouts, whose end the engine has to be told.
  indirect case keepShelf(ShelfJob)
  /// The answer about layouts to that local program.
  indirect case answerLayouts(LayoutAnswer, program: Int)
  /// Work on the file of checked phones, whose end the engine has to be told.
  indirect case keepChecks(ShelfJob)
  /// The answer about checked phones to that local program.
  indirect case answerChecks(CheckAnswer, program: Int)

  // The engine itself carries out the following actions.

  /// A ticket may have been used, and a program's screen may need another.
  case renewScreens
  /// A text for every dashboard.
  indirect case inform(DashboardText)
  /// The host has set the layout for all players; if it is empty, each player chooses.
  case layOut(String)
  /// The order about layouts that the dashboard on that connection has given this number.
  indirect case obey(DashboardRequest, number: UInt64, on: UInt32)
  /// The ticket in the dashboards' QR code, and its validity; for one dashboard or, with nil, for all.
  indirect case showTicket(Ticket?, lasts: Interval, on: UInt32?, helps: PlayerSlot?)
}
