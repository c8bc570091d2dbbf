import Platform
import Store

/// Where the database lies that outlives the daemon.
enum StatePath {
  private static let system = "/var/lib/tiltpad"

  /// Where a daemon keeps it: below what systemd gave it, or among the user's own files.
  static var forKeeping: String { "\(directoryForKeeping)/\(Database.name)" }

  /// The directory where programs of the host keep what outlives them.
  static var directoryForKeeping: String { given ?? ownDirectory ?? system }

  /// Where a command looks for it: what it was told, the user's own, then the service's.
  static var forReading: String {
    let own = (given ?? ownDirectory).map { "\($0)/\(Database.name)" }
    if let own, given != nil || FileContents.exists(own) { return own }
    return "\(system)/\(Database.name)"
  }

  /// The first of the directories that systemd names.
  private static var given: String? {
    Surroundings.variable("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
  }

  /// A directory of the user's own (XDG Base Directory Specification); nil for root.
  private static var ownDirectory: String? {
    guard Surroundings.userID != 0 else { return nil }
    let home = Surroundings.variable("HOME").map { "\($0)/.local/state" }
    return (Surroundings.variable("XDG_STATE_HOME") ?? home).map { "\($0)/tiltpad" }
  }
}
