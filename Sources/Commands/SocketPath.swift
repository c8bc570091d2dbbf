import Platform

/// Where the daemon and local programs meet.
enum SocketPath {
  private static let name = "bridge.sock"
  private static let system = "/run/tiltpad"

  /// Where a daemon listens unless told otherwise: below what systemd or the session gave it.
  static var forListening: String {
    if let directory = Surroundings.variable("RUNTIME_DIRECTORY") { return "\(directory)/\(name)" }
    return "\(ownDirectory ?? system)/\(name)"
  }

  /// Where a program looks for the daemon: the user's own first, then the service.
  static var forConnecting: String {
    if let own = ownDirectory.map({ "\($0)/\(name)" }), FileContents.exists(own) { return own }
    return "\(system)/\(name)"
  }

  /// Where the daemon that listens at `path` listens for gateways.
  static func forGateways(of path: String) -> String { "\(path).gateway" }

  /// A directory of the user's own; nil for root and where there is no session.
  static var ownDirectory: String? {
    guard Surroundings.userID != 0 else { return nil }
    return Surroundings.variable("XDG_RUNTIME_DIR").map { "\($0)/tiltpad" }
  }
}
