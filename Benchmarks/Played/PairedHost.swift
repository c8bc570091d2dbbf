package import Cryptography
import Platform
package import Store
import Wire

/// A host's state with controllers that it knows, as if a person had paired each of them.
package struct PairedHost: ~Copyable {
  /// The public key of the host.
  package let key: PublicKey
  /// The keys of the controllers.
  package let players: [KeyPair]
  /// The host's open database.
  package let database: Database

  /// Makes the directory `state` in `folder`, with `count` paired controllers in its database.
  package init(in folder: String, players count: Int) throws {
    try FileContents.makeDirectory("\(folder)/state", mode: 0o700)
    var random = SystemRandomNumberGenerator()
    let players = (0..<count).map { _ in KeyPair(from: &random) }
    let database = try Database(at: "\(folder)/state/\(Database.name)", ifMissing: .makes)
    let key = try database.hostKeys(from: &random).publicKey
    for keys in players {
      try database.add(
        Device(
          key: keys.publicKey, name: DeviceName(""), role: .gamepad, preShared: .zero, way: .code, paired: 0))
    }
    (self.key, self.players) = (key, players)
    self.database = database
  }
}
