import Platform

/// The machine's service manager, which has separate services for the gateways.
enum SystemService {
  /// True if the machine's service manager has started this program.
  ///
  /// A user's own service manager has a service for the daemon only.
  static var isManager: Bool {
    Surroundings.variable("NOTIFY_SOCKET") != nil && SocketPath.ownDirectory == nil
  }
}
