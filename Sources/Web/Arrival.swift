/// The owner of a connection that has asked for a WebSocket; only the request of that connection decides it.
enum Arrival: Sendable {
  /// The page of the controller of that number.
  case page(UInt32)
  /// A dashboard or another page of the host.
  case dashboard(Desk.Dashboard)
}
