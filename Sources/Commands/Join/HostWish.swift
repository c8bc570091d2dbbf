import Discovery
import Model

/// Which host a person wants, before it is found.
enum HostWish: Hashable, Sendable {
  /// The one that is called so, with or without its machine behind it.
  case named(String)
  /// The one at this address, as it was written.
  case at(Endpoint, String)

  /// What a person calls it.
  var text: String {
    switch self {
    case .named(let name): name
    case .at(_, let text): text
    }
  }

  /// The host of `hosts` that is meant: one that the controller of `book` knows before all others, since anybody can
  /// take a name; nil while there is none.
  ///
  /// - Throws: a failure when there are several.
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
