import Platform

/// The paths of the page, and of the socket between the gateway and local programs.
enum WebPaths {
  private static let name = "web.sock"
  private static let system = "/run/tiltpad-web"

  /// The folder of the page: next to the installed program, or else in `/usr/local/share` or `/usr/share`.
  static var folder: String {
    let program = Surroundings.program
    let places = [program.flatMap(installed), "/usr/local/share/tiltpad/web", "/usr/share/tiltpad/web"]
    return places.compactMap { $0 }.first(where: hasPage) ?? "/usr/share/tiltpad/web"
  }

  /// The default path on which a gateway listens for requests for tickets.
  ///
  /// It is in systemd's runtime directory, the user's own, or `/run/tiltpad`.
  static var socketForListening: String {
    if let directory = Surroundings.directories("RUNTIME_DIRECTORY").first { return "\(directory)/\(name)" }
    return "\(SocketPath.ownDirectory ?? "/run/tiltpad")/\(name)"
  }

  /// The path at which a program connects to the gateway.
  ///
  /// It is the first of these sockets that exists: the user's, the service's, root's. If none exists, it is
  /// the service's.
  static var socketForConnecting: String {
    let own = SocketPath.ownDirectory.map { "\($0)/\(name)" }
    let places = [own, "\(system)/\(name)", "/run/tiltpad/\(name)"].compactMap { $0 }
    return places.first(where: FileContents.exists) ?? "\(system)/\(name)"
  }

  /// Returns the path at which the gateway with the socket `path` listens for notices about games.
  static func gameSocket(of path: String) -> String { "\(path).games" }

  /// Returns the path on which the gateway of the daemon at `socket` listens: next to it.
  static func socket(beside socket: String) -> String {
    let end = socket.lastIndex(of: "/").map { socket.index(after: $0) } ?? socket.startIndex
    return "\(socket[..<end])\(name)"
  }

  /// Returns the path for connecting to the gateway of the daemon at `socket`.
  ///
  /// It is next to that socket; for the default daemon it may also be the default path.
  static func socketForConnecting(of socket: String) -> String {
    let beside = WebPaths.socket(beside: socket)
    let isUsual = socket == SocketPath.forConnecting && !FileContents.exists(beside)
    return isUsual ? socketForConnecting : beside
  }

  /// Returns whether `folder` contains the controller's page.
  static func hasPage(_ folder: String) -> Bool { FileContents.exists("\(folder)/join.html") }

  /// Returns the folder `PREFIX/share/tiltpad/web` for the program `PREFIX/bin/tiltpad`; nil for a program without a
  /// prefix.
  private static func installed(_ program: String) -> String? {
    let parts = program.split(separator: "/").dropLast(2)
    return parts.isEmpty ? nil : "/\(parts.joined(separator: "/"))/share/tiltpad/web"
  }
}
