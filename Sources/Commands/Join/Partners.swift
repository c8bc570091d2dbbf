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

  /// Creates the hosts in their order; the first player of each host has its key in the file at `path`, the second one in
  /// that with `.2` behind it, and so on.
  init(_ hosts: [Partner], keys path: String) {
    (self.hosts, self.path) = (hosts, path)
  }

  /// Returns the host of the player at `place`, and the file with the player's key.
  ///
  /// - Throws: a failure when the file cannot be read or made.
  func partner(at place: Int) throws(Failure) -> (Partner, ControllerFile) {
    var host = hosts[place % hosts.count]
    let number = (0..<place).count { hosts[$0 % hosts.count].key == host.key }
    let book = try ControllerFile.opened(at: ControllerFile.path(path, of: number))
    // A PIN or a link admits one controller, which may be there for the second time.
    let isForAll = host.way == .confirm && book.secret(for: host.key) == nil
    if place >= hosts.count, !isForAll { host.way = .known }
    return (host, book)
  }

  /// Returns the words before the news of the player at `place`: none for the only player, so that a single pad reads as the
  /// keys do.
  func label(of place: Int) -> String {
    if hosts.count > 1 { return "pad \(place + 1), \(hosts[place % hosts.count].name): " }
    return place == 0 ? "" : "pad \(place + 1): "
  }
}
