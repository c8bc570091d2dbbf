import Platform

/// The paths of the socket at which the daemon and local programs meet.
enum SocketPath {
  private static let name = "bridge.sock"
  private static let system = "/run/tiltpad"

  /// The default path at which a daemon listens: in systemd's runtime directory, or in the user's own, or in
  /// `/run/tiltpad`.
  static var forListening: String {
    if let directory = Surroundings.directories("RUNTIME_DIRECTORY").first { return "\(directory)/\(name)" }
    return "\(ownDirectory ?? system)/\(name)"
  }

  /// The path at which a program connects to the daemon: the user's own socket if it exists, or else the service's.
  static var forConnecting: String {
    if let own = ownDirectory.map({ "\($0)/\(name)" }), FileContents.exists(own) { return own }
    return "\(system)/\(name)"
  }

  /// Returns the path for gateways of the daemon that listens for local programs at `path`.
  static func forGateways(of path: String) -> String { "\(path).gateway" }

  /// The user's own runtime directory, or the session manager's if the environment names none; nil for root and
  /// outside a session.
  static var ownDirectory: String? {
    guard Surroundings.userID != 0 else { return nil }
    let usual = "/run/user/\(Surroundings.userID)"
    let directory = Surroundings.directory("XDG_RUNTIME_DIR") ?? (FileContents.exists(usual) ? usual : nil)
    return directory.map { "\($0)/tiltpad" }
  }
}
