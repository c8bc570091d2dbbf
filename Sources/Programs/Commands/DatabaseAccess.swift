import Console
import Store

/// Runs `body` on the database for `command`, and returns the result of `body`.
///
/// - Throws: a failure in words if the database cannot be opened or `body` throws.
func askDatabase<Result>(
  for command: String = "tiltpad devices", _ context: String,
  _ body: (borrowing Database) throws(StoreError) -> Result
) throws(Failure) -> Result {
  let path = StatePath.forReading
  do throws(StoreError) {
    return try body(try Database(at: path, ifMissing: .fails))
  } catch {
    throw Failure(database: path, error, while: context, for: command)
  }
}

extension Failure {
  /// Creates the failure when the database at `path` cannot be used for `context`.
  init(
    database path: String, _ error: StoreError, while context: String, for command: String = "tiltpad devices"
  ) {
    let (what, remedy) = Failure.words(error, path, command)
    self.init(what, while: context, try: remedy)
  }

  private static func words(_ error: StoreError, _ path: String, _ command: String) -> (String, String) {
    let setAside =
      "sudo systemctl stop tiltpad && sudo mv \(path) \(path).old; then pair all controllers again"
    return switch error {
    case .missing:
      ("there is no database at \(path)", "pair a controller first; the daemon then makes the database")
    case .denied: ("you may not read and write \(path)", "sudo \(command)")
    case .foreign: ("\(path) is not a Tiltpad database, or is damaged beyond recognition", setAside)
    case .damaged: ("\(path) is damaged", setAside)
    case .tooNew: ("\(path) was written by a newer version of Tiltpad", "use that version")
    case .busy: ("another program has locked \(path)", "wait a moment, then run it again")
    case .slow: ("the disk with \(path) does not answer", "look for disk errors: journalctl -k")
    case .noSpace: ("no space is left for changes to \(path)", "df \(path)")
    case .full:
      (
        "\(Database.deviceLimit) controllers are paired, which is the limit",
        "tiltpad devices revoke KEY"
      )
    case .unknownDevice: ("the controller is no longer paired", "tiltpad devices")
    case .failed(let code): ("cannot use \(path): error \(code)", "journalctl -u tiltpad")
    }
  }
}
