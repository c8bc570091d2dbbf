import Platform

/// The service manager of the machine, which has services of their own for the gateways.
enum SystemService {
  /// True if it has started this program.
  ///
  /// A user's own service manager has a service for the daemon only.
  static var isManager: Bool {
    Surroundings.variable("NOTIFY_SOCKET") != nil && SocketPath.ownDirectory == nil
  }
}
