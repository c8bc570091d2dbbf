import Console
import Cryptography
import Handset
import Model

/// A host to play on.
struct Partner: Sendable {
  /// The endpoint of the host.
  let place: Endpoint
  /// The key of the host.
  let key: PublicKey
  /// The name of the host.
  let name: String
  /// The way in which the first controller there comes in.
  var way: PairingWay
}

/// The hosts of the players of this machine, in turn: the first player is on the first host, the second on the second, and
/// after the last it is the first one's turn again.
struct Partners: Sendable {
  private let hosts: [Partner]
  private let path: String
  /// The files of the first players at the start.
  private let former: [ControllerFile?]

  /// Creates the hosts in their order; the first player of each host has its key in the file at `path`, the second one in
  /// that with `.2` behind it, and so on.
  init(_ hosts: [Partner], keys path: String) {
    (self.hosts, self.path) = (hosts, path)
    former = ControllerFile.present(at: path, count: hosts.count)
  }

  /// Returns the host of the player at `place`, and the file with the player's key.
  ///
  /// - Throws: a failure when the file cannot be read or made.
  func partner(at place: Int) throws(Failure) -> (Partner, ControllerFile) {
    var host = hosts[place % hosts.count]
    let number = (0..<place).count { hosts[$0 % hosts.count].key == host.key }
    let book = try ControllerFile.opened(at: ControllerFile.path(path, of: number))
    if isKnown(book, at: place, on: host, number: number) { host.way = .known }
    return (host, book)
  }

  /// Returns whether the player at `place`, the one of this `number` on `host`, comes in with the secret of `book`.
  ///
  /// A PIN or a link admits one controller, the first one, and that once: it may come back in the same run.
  private func isKnown(_ book: ControllerFile, at place: Int, on host: Partner, number: Int) -> Bool {
    guard place >= hosts.count else { return book.hasPaired(with: host.key, since: former[number]) }
    return host.way != .confirm || book.secret(for: host.key) != nil
  }

  /// Returns the words before the news of the player at `place`: none for the only player, so that a single pad reads as the
  /// keys do.
  func label(of place: Int) -> String {
    if hosts.count > 1 { return "pad \(place + 1), \(hosts[place % hosts.count].name): " }
    return place == 0 ? "" : "pad \(place + 1): "
  }
}
