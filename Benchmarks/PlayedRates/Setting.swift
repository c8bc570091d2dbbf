/// A setting that is measured: the packets' kind and rate, and the number of players.
struct Setting {
  /// The packets of each player in a second.
  var rate: Int
  /// The number of players, 1 to 16.
  var players: Int
  /// True if the packets are encrypted.
  var isEncrypted: Bool

  /// The number of packets of all players in a second.
  var packetsPerSecond: Int { rate * players }

  /// The setting in words.
  var name: String { "\(kind), \(rate) Hz × \(players)" }

  /// The packets' kind, as tables show it.
  var kind: String { isEncrypted ? "encrypted" : "PLAIN" }

  /// Returns all combinations of `rates` and `players`, without encryption, with it, or both.
  static func all(rates: [Int], players: [Int], encrypted: [Bool]) -> [Setting] {
    encrypted.flatMap { isEncrypted in
      rates.flatMap { rate in
        players.map { Setting(rate: rate, players: $0, isEncrypted: isEncrypted) }
      }
    }
  }
}
