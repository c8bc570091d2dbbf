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
  /// The way in which the first controller there pairs.
  var way: PairingWay
}

/// The hosts for the players of this machine, in rotation: the first player is on the first host, the second on the
/// second, and so on; after the last host comes the first again.
struct Partners: Sendable {
  private let hosts: [Partner]
  private let path: String
  /// The first players' files as they were at the start.
  private let former: [ControllerFile?]

  /// Creates the rotation over `hosts`; each host's first player has its key in the file at `path`, the second in
  /// `path`.2, and so on.
  init(_ hosts: [Partner], keys path: String) {
    (self.hosts, self.path) = (hosts, path)
    former = ControllerFile.present(at: path, count: hosts.count)
  }

  /// Returns the host of the player with the index `place`, and the file with the player's key.
  ///
  /// - Throws: a failure when the file cannot be read or created.
  func partner(at index: Int) throws(Failure) -> (Partner, ControllerFile) {
    var host = hosts[index % hosts.count]
    let number = (0..<index).count { hosts[$0 % hosts.count].key == host.key }
    let book = try ControllerFile.opened(at: ControllerFile.path(path, of: number))
    if isKnown(book, at: index, on: host, number: number) { host.way = .known }
    return (host, book)
  }

  /// Returns whether the player with the index `place`, number `number` on `host`, joins with the secret in `book`.
  ///
  /// A PIN or a link admits only the first controller, and only once; that controller may come back in the same run.
  private func isKnown(_ book: ControllerFile, at index: Int, on host: Partner, number: Int) -> Bool {
    guard index >= hosts.count else { return book.hasPaired(with: host.key, since: former[number]) }
    return host.way != .confirm || book.secret(for: host.key) != nil
  }

  /// Returns the prefix for the news of the player with the index `place`; empty for an only player, whose news reads
  /// like that of the keys.
  func label(of index: Int) -> String {
    if hosts.count > 1 { return "pad \(index + 1), \(hosts[index % hosts.count].name): " }
    return index == 0 ? "" : "pad \(index + 1): "
  }
}
