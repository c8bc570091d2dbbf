internal import Clibsqlite3
internal import Platform

/// The database of the host's keys, the paired devices and the quizzes; it closes itself.
///
/// Only this target depends on SQLite. The file contains secrets, so it belongs to the service's user alone. A file
/// that is damaged, foreign or of a newer version is never written to.
@safe public struct Database: ~Copyable {
  /// The name of the file.
  public static let name = "tiltpad.db"

  /// The reactions to a missing file.
  public enum Absence: Sendable {
    /// The file and its directory are created.
    case makes
    /// Opening fails with an error.
    case fails
  }

  /// The time to wait for another program's change, in ms; such changes take only a moment.
  private static let patience: Int32 = 1_000

  /// The open connection of SQLite, used by one thread at a time.
  let connection: OpaquePointer

  /// Opens the file at `path`; if an older version has written it, migrates it to the schema of this version.
  ///
  /// - Throws: Any error but `full`, `slow` and `unknownDevice`.
  public init(at path: String, ifMissing absence: Absence) throws(StoreError) {
    self = try Database.opened(path, absence)
  }

  deinit {
    unsafe sqlite3_close_v2(connection)
  }

  private init(owning connection: OpaquePointer) {
    unsafe self.connection = connection
  }

  private static func opened(_ path: String, _ absence: Absence) throws(StoreError) -> Database {
    if absence == .makes { try make(path) }
    try examine(path)
    let file = unsafe Database(owning: try open(path, SQLITE_OPEN_READWRITE))
    guard unsafe sqlite3_db_readonly(file.connection, "main") == 0 else { throw .denied }
    try file.prepare()
    do throws(SystemError) { try FileContents.keepPrivate(path) } catch { throw .denied }
    return file
  }

  /// Opens a file with `flags` (sqlite3_open_v2).
  private static func open(_ path: String, _ flags: Int32) throws(StoreError) -> OpaquePointer {
    var opened: OpaquePointer?
    let result = unsafe sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK, let connection = unsafe opened else {
      let reason = unsafe sqlite3_system_errno(opened)
      unsafe sqlite3_close_v2(opened)
      throw StoreError(result, reason: reason)
    }
    return unsafe connection
  }

  /// Creates an empty private file and its directory, unless they exist.
  private static func make(_ path: String) throws(StoreError) {
    do throws(SystemError) {
      try FileContents.makeDirectory(above: path, mode: 0o700)
      try FileContents.makePrivate(path)
    } catch {
      throw StoreError(SQLITE_CANTOPEN, reason: error.code)
    }
  }

  /// Checks that the file at `path` is empty or Tiltpad's, without locking or changing it.
  ///
  /// A journal next to the file means that the program ended while it created the file. SQLite then has to roll back
  /// first, and ``prepare()`` checks again.
  ///
  /// - Throws: `foreign`, or the error of opening.
  private static func examine(_ path: String) throws(StoreError) {
    let place = "file:\(escaped(path))?immutable=1"
    let file = unsafe Database(owning: try open(place, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI))
    do throws(StoreError) {
      try file.examine()
    } catch {
      guard error == .foreign, FileContents.exists("\(path)-journal") else { throw error }
    }
  }

  /// Returns `path` escaped for a URI that SQLite reads.
  private static func escaped(_ path: String) -> String {
    let special: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return path.map { special[$0] ?? String($0) }.joined()
  }

  /// Checks that the file is Tiltpad's or has no pages at all.
  ///
  /// - Throws: `foreign` otherwise.
  private func examine() throws(StoreError) {
    guard try number("PRAGMA application_id") != Migration.application else { return }
    guard try number("PRAGMA page_count") == 0 else { throw .foreign }
  }

  /// Configures the connection, checks that the file is intact, and migrates it to the schema of this version.
  private func prepare() throws(StoreError) {
    unsafe sqlite3_busy_timeout(connection, Database.patience)
    // A file that is refused keeps its log unchanged.
    unsafe clibsqlite3_empty_log_on_close(connection, 0)
    for setting in Database.settings { try run("PRAGMA \(setting)") }
    try examine()
    var verdict = ""
    try run("PRAGMA quick_check(1)") { verdict = $0.text(0) }
    guard verdict == "ok" else { throw .damaged }
    try migrate()
    // WAL comes last, so that Tiltpad's application id is in the file itself and not only in the log.
    try run("PRAGMA journal_mode = WAL")
    unsafe clibsqlite3_empty_log_on_close(connection, 1)
  }

  /// The settings of the connection.
  ///
  /// Deleted secrets are overwritten, temporary data stays in memory, and SQL stored in the file is not trusted.
  private static let settings = [
    "foreign_keys = ON", "secure_delete = ON", "temp_store = MEMORY", "trusted_schema = OFF",
    "cell_size_check = ON", "synchronous = FULL",
  ]

  /// Copies the log into the file and empties the log, so that replaced secrets are in neither.
  ///
  /// If another program is reading the file, the log stays as it is for now.
  func emptyLog() {
    try? run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
