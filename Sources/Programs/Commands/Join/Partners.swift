import Console
import Cryptography
import Handset
import Model

/// A host to play on.
struct Partner: Sendable {
  /// The endpoint of the host.
  let endpoint: Endpoint
  /// The key of the host.
  let key: PublicKey
  /// The name of the host.
  let name: String
  /// The way in which the first controller pairs with this host.
  var way: PairingWay
}

/// The hosts for this machine's players, assigned in rotation.
///
/// The first player is on the first host, the second on the second, and so on; after the last host, the first one
/// follows again.
struct Partners: Sendable {
  private let hosts: [Partner]
  private let path: String
  /// The first controller files, as many as there are hosts, as they were when the command started.
  private let former: [ControllerFile?]

  /// Creates the rotation over `hosts`.
  ///
  /// On each host, the first player's key is in the file at `path`, the second's in `path`.2, and so on.
  init(_ hosts: [Partner], keys path: String) {
    (self.hosts, self.path) = (hosts, path)
    former = ControllerFile.present(at: path, count: hosts.count)
  }

  /// Returns the host of the player with the index `index`, and the file with the player's key.
  ///
  /// - Throws: a failure if the file cannot be read or created.
  func partner(at index: Int) throws(Failure) -> (Partner, ControllerFile) {
    var host = hosts[index % hosts.count]
    let number = (0..<index).count { hosts[$0 % hosts.count].key == host.key }
    let book = try ControllerFile.opened(at: ControllerFile.path(path, of: number))
    if isKnown(book, at: index, on: host, number: number) { host.way = .known }
    return (host, book)
  }

  /// Returns whether the player with the index `index` joins `host` with the secret in `book`.
  ///
  /// `number` counts this machine's players on that host from 0. A PIN or a link admits only the first controller,
  /// and only once. That controller may reconnect during the same run.
  private func isKnown(_ book: ControllerFile, at index: Int, on host: Partner, number: Int) -> Bool {
    guard index >= hosts.count else { return book.hasPaired(with: host.key, since: former[number]) }
    return host.way != .confirm || book.secret(for: host.key) != nil
  }

  /// Returns the prefix for the lines about the player with the index `index`.
  ///
  /// It is empty for the first player if there is only one host.
  func label(of index: Int) -> String {
    if hosts.count > 1 { return "pad \(index + 1), \(hosts[index % hosts.count].name): " }
    return index == 0 ? "" : "pad \(index + 1): "
  }
}
