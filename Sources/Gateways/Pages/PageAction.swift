public import Model
public import Wire

/// The actions that the gateway carries out after an event, in order.
///
/// Large ones are indirect, so that the small ones of each packet are cheap to move.
public enum PageAction: Sendable {
  /// A message waits for that connection.
  case wake(UInt32)
  /// That connection is to be closed.
  case close(UInt32)
  /// A message for the bridge.
  indirect case send(LocalPacket)
  /// The gateway's own frames for a controller, after that header.
  indirect case sendFrames(GatewayHeader, ControllerFrames)
  /// A page's packet that arrived by POST: its header and its frames.
  case sendPacket(GatewayHeader, [UInt8])
  /// A message for the bridge over the watch.
  indirect case order(LocalPacket)
  /// The tickets have changed and are to be written to their file.
  case keepTickets
  /// The need for the statuses of the bridge may have changed.
  case watch
  /// The need for the statuses of the bridge has changed: another subscription is due.
  case subscribe
  /// The next attempt is due soon after that time.
  case hurry(at: Instant)
  /// The code for the app DroidPad, for that dashboard.
  case showDroidPad(on: UInt32)
  /// The link with that ticket for the QR code of the dashboards, and the time for which it is valid; only for one dashboard, or with
  /// nil for all.
  indirect case showLink(TicketAnswer, lasts: Interval, on: UInt32?)
  /// The answer to the local program of that number, which has asked for a ticket.
  indirect case answer(TicketAnswer, program: Int)
  /// The page to which phones are sent has changed, which the journal reports.
  case reportPage

  // The engine itself carries out the others.

  /// A ticket may have been used, so that a program's screen needs another one.
  case renewScreens
  /// A text for every dashboard.
  indirect case inform(DashboardText)
  /// The host has set that layout for all players; an empty one lets each player choose.
  case layOut(String)
  /// The ticket in the QR code of the dashboards and the time for which it is valid; only for one dashboard, or with nil for all.
  indirect case showTicket(Ticket?, lasts: Interval, on: UInt32?)
}
