/// What a connection that has asked for a WebSocket may become, by its own request and no other.
enum Arrival: Sendable {
  /// The page of this controller.
  case page(UInt32)
  /// A page of the host's.
  case dashboard(Desk.Dashboard)
}
