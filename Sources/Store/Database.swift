internal import Clibsqlite3
internal import Platform

/// The file in which lies what outlives the daemon; it closes itself.
///
/// This target is the only place that knows SQLite. Whoever has the file has its secrets: it belongs to the service's
/// user alone. A file that is damaged, somebody else's or a newer version's is never written to.
@safe public struct Database: ~Copyable {
  /// How the file is called.
  public static let name = "tiltpad.db"

  /// What is done when there is no file.
  public enum Absence: Sendable {
    /// It is made, and its directory too.
    case makes
    /// That is an error.
    case fails
  }

  /// How long another program's change is waited for, in milliseconds: those take a moment.
  private static let patience: Int32 = 1_000

  /// The open file, used by one thread at a time.
  let connection: OpaquePointer

  /// Opens the file at `path`, and brings it into the form of this version if an older one has written it.
  ///
  /// - Throws: anything but `full` and `unknownDevice`.
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

  /// Opens a file (sqlite3_open_v2).
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

  /// Makes an empty file of the owner's, and its directory, where there are none.
  private static func make(_ path: String) throws(StoreError) {
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        try FileContents.makeDirectory(String(path[..<slash]), mode: 0o700)
      }
      try FileContents.makePrivate(path)
    } catch {
      throw StoreError(SQLITE_CANTOPEN, reason: error.code)
    }
  }

  /// Holds that the file at `path` is empty or ours, without locking or changing anything.
  ///
  /// A journal beside it means that the program was ended while it made the file: then SQLite has to put that right first,
  /// and ``prepare()`` looks again.
  private static func examine(_ path: String) throws(StoreError) {
    let place = "file:\(escaped(path))?immutable=1"
    let file = unsafe Database(owning: try open(place, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI))
    do throws(StoreError) {
      try file.examine()
    } catch {
      guard error == .foreign, FileContents.exists("\(path)-journal") else { throw error }
    }
  }

  /// `path` as a part of a URI that SQLite reads.
  private static func escaped(_ path: String) -> String {
    let special: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]
    return path.map { special[$0] ?? String($0) }.joined()
  }

  /// Holds that the file is ours or has no page at all.
  private func examine() throws(StoreError) {
    guard try number("PRAGMA application_id") != Migration.application else { return }
    guard try number("PRAGMA page_count") == 0 else { throw .foreign }
  }

  /// Sets the connection up, and holds that the file is sound and in the form of this version.
  private func prepare() throws(StoreError) {
    unsafe sqlite3_busy_timeout(connection, Database.patience)
    // A file that is refused keeps its log too.
    unsafe clibsqlite3_empty_log_on_close(connection, 0)
    for setting in Database.settings { try run("PRAGMA \(setting)") }
    try examine()
    var verdict = ""
    try run("PRAGMA quick_check(1)") { verdict = $0.text(0) }
    guard verdict == "ok" else { throw .damaged }
    try migrate()
    // Only now, so that the mark of ours is in the file itself and never in the log only.
    try run("PRAGMA journal_mode = WAL")
    unsafe clibsqlite3_empty_log_on_close(connection, 1)
  }

  /// Deleted secrets are overwritten, nothing goes to other files, and SQL in the file has no power.
  private static let settings = [
    "foreign_keys = ON", "secure_delete = ON", "temp_store = MEMORY", "trusted_schema = OFF",
    "cell_size_check = ON", "synchronous = FULL",
  ]

  /// Copies what is in the log into the file and empties the log, so that secrets that were replaced are in neither.
  ///
  /// It is put off when another program reads just now.
  func emptyLog() {
    try? run("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
