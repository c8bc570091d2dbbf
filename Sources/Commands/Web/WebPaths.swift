import Platform
import Web

/// Where the page is, and where the gateway and local programs meet.
enum WebPaths {
  private static let name = "web.sock"
  private static let system = "/run/tiltpad-web"

  /// The folder with the page: beside the program as it is installed.
  static var folder: String {
    let program = Surroundings.program
    let places = [program.flatMap(installed), "/usr/local/share/tiltpad/web", "/usr/share/tiltpad/web"]
    return places.compactMap { $0 }.first(where: WebSettings.hasPage) ?? "/usr/share/tiltpad/web"
  }

  /// Where a gateway listens for those who want tickets: below what systemd or the session gave it.
  static var socketForListening: String {
    if let directory = Surroundings.variable("RUNTIME_DIRECTORY") { return "\(directory)/\(name)" }
    return "\(SocketPath.ownDirectory ?? "/run/tiltpad")/\(name)"
  }

  /// Where a program looks for the gateway: the user's own first, then the service, then one of root's.
  static var socketForConnecting: String {
    let own = SocketPath.ownDirectory.map { "\($0)/\(name)" }
    let places = [own, "\(system)/\(name)", "/run/tiltpad/\(name)"].compactMap { $0 }
    return places.first(where: FileContents.exists) ?? "\(system)/\(name)"
  }

  /// `PREFIX/share/tiltpad/web` of the program `PREFIX/bin/tiltpad`.
  private static func installed(_ program: String) -> String? {
    let parts = program.split(separator: "/").dropLast(2)
    return parts.isEmpty ? nil : "/\(parts.joined(separator: "/"))/share/tiltpad/web"
  }
}
