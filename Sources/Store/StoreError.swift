internal import Clibsqlite3
internal import Glibc

/// Why the database cannot be used, or not in this way.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no file, or no directory for it.
  case missing
  /// The file may not be read or written.
  case denied
  /// The file is something else, or so damaged that it cannot be told from that; it is left as it is.
  case foreign
  /// The file is damaged; it is left as it is.
  case damaged
  /// A newer version of the program has changed the file's form; it is left as it is.
  case tooNew
  /// Another program keeps the file locked.
  case busy
  /// The disk is full.
  case noSpace
  /// There are as many devices as there may be.
  case full
  /// There is no such device.
  case unknownDevice
  /// Something else failed, for this value of SQLite's.
  case failed(code: Int32)

  /// What a result of SQLite means, with the `reason` of the system if it had one, a value of errno(3).
  init(_ code: Int32, reason: Int32 = 0) {
    switch (code & 0xff, reason) {
    case (SQLITE_CANTOPEN, ENOENT), (SQLITE_CANTOPEN, ENOTDIR): self = .missing
    case (SQLITE_CANTOPEN, EACCES), (SQLITE_CANTOPEN, EPERM), (SQLITE_CANTOPEN, EROFS): self = .denied
    case (SQLITE_PERM, _), (SQLITE_READONLY, _), (SQLITE_AUTH, _): self = .denied
    case (SQLITE_NOTADB, _): self = .foreign
    case (SQLITE_CORRUPT, _): self = .damaged
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): self = .busy
    case (SQLITE_FULL, _), (SQLITE_IOERR, ENOSPC), (SQLITE_IOERR, EDQUOT): self = .noSpace
    default: self = .failed(code: code)
    }
  }
}
