import Console
import Discovery
import Handset
import Model

/// A host that the user has asked for, before it is found.
enum HostQuery: Hashable, Sendable {
  /// The host with this name, or with this name followed by its machine's name in brackets.
  case named(String)
  /// The host at this endpoint, with the address as the user wrote it.
  case at(Endpoint, String)

  /// The user's name for the host.
  var text: String {
    switch self {
    case .named(let name): name
    case .at(_, let text): text
    }
  }

  /// Returns the wanted host among `hosts`; nil while it is not found.
  ///
  /// A host paired with the controller of `book` takes precedence, since anyone can take a name.
  ///
  /// - Throws: a failure if several hosts match.
  func host(among hosts: [FoundHost], for book: ControllerFile) throws(Failure) -> FoundHost? {
    let meant = hosts.filter(isMeant)
    let known = meant.filter { $0.isKnown(to: book) }
    let found = known.isEmpty ? meant : known
    guard found.count <= 1 else {
      let places = found.map { $0.endpoints.first.map { "\($0)" } ?? "?" }.joined(separator: ", ")
      throw Failure(
        "several hosts are called \(text): \(places)", while: "looking for the host",
        try: "tiltpad join --host ADDRESS")
    }
    return found.first
  }

  private func isMeant(_ host: FoundHost) -> Bool {
    switch self {
    case .named(let name): host.name == name || host.name.hasPrefix("\(name) (")
    case .at(let endpoint, _): host.endpoints.contains(endpoint)
    }
  }
}
