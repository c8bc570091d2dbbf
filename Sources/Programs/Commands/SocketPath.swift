import Platform

/// The paths of the socket through which the daemon and local programs communicate.
enum SocketPath {
  private static let name = "bridge.sock"
  private static let system = "/run/tiltpad"

  /// The default path at which a daemon listens: in systemd's runtime directory, the user's own, or `/run/tiltpad`.
  static var forListening: String {
    if let directory = Surroundings.directories("RUNTIME_DIRECTORY").first { return "\(directory)/\(name)" }
    return "\(ownDirectory ?? system)/\(name)"
  }

  /// The path at which a program connects to the daemon: the user's own socket if it exists, otherwise the service's.
  static var forConnecting: String {
    if let own = ownDirectory.map({ "\($0)/\(name)" }), FileContents.exists(own) { return own }
    return "\(system)/\(name)"
  }

  /// Returns the path of the socket for gateways, for the daemon whose socket for local programs is at `path`.
  static func forGateways(of path: String) -> String { "\(path).gateway" }

  /// The folder `tiltpad` in the user's runtime directory; nil for root and outside a session.
  ///
  /// Without `XDG_RUNTIME_DIR`, the runtime directory is `/run/user/UID`, if that exists.
  static var ownDirectory: String? {
    guard Surroundings.userID != 0 else { return nil }
    let usual = "/run/user/\(Surroundings.userID)"
    let directory = Surroundings.directory("XDG_RUNTIME_DIR") ?? (FileContents.exists(usual) ? usual : nil)
    return directory.map { "\($0)/tiltpad" }
  }
}
