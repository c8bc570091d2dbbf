import Platform
import Store

/// The paths of the database and the other files that outlive the daemon.
enum StatePath {
  private static let system = "/var/lib/tiltpad"

  /// The path at which a daemon stores the database: in systemd's state directory, the user's own, or
  /// `/var/lib/tiltpad`.
  static var forKeeping: String { "\(directoryForKeeping)/\(Database.name)" }

  /// The directory in which the host's programs store files that outlive them.
  static var directoryForKeeping: String { given ?? ownDirectory ?? system }

  /// The path at which a daemon stores the answers of the dashboard's first visit: next to the database.
  static var ofSetup: String { "\(directoryForKeeping)/setup.conf" }

  /// The path at which a daemon stores the settings that dashboards have changed: next to the database.
  static var ofDashboard: String { "\(directoryForKeeping)/dashboard.conf" }

  /// The path at which a command finds the settings that dashboards have changed: next to the database.
  static var ofDashboardForReading: String { "\(forReading.dropLast(Database.name.count))dashboard.conf" }

  /// The path at which a command finds the answers of the dashboard's first visit: next to the database.
  static var ofSetupForReading: String { "\(forReading.dropLast(Database.name.count))setup.conf" }

  /// The path at which a command looks for the database.
  ///
  /// It tries systemd's state directory, the user's own, and then the service's.
  static var forReading: String {
    let own = (given ?? ownDirectory).map { "\($0)/\(Database.name)" }
    if let own, given != nil || FileContents.exists(own) { return own }
    return "\(system)/\(Database.name)"
  }

  /// The first of the state directories that systemd names.
  private static var given: String? { Surroundings.directories("STATE_DIRECTORY").first }

  /// The user's own state directory (XDG Base Directory Specification); nil for root.
  private static var ownDirectory: String? {
    guard Surroundings.userID != 0 else { return nil }
    return Surroundings.ownDirectory("XDG_STATE_HOME", orInHome: ".local/state").map { "\($0)/tiltpad" }
  }
}
