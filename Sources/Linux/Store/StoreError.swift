internal import Clibsqlite3
internal import Glibc

/// The reasons why the database, or an operation on it, fails.
public enum StoreError: Error, Hashable, Sendable {
  /// The file, or a directory for it, does not exist.
  case missing
  /// The file may not be read or written.
  case denied
  /// The file is not Tiltpad's, was edited by hand, or is too damaged to be recognised; it is left unchanged.
  case foreign
  /// The file is damaged; it is left unchanged.
  case damaged
  /// A newer version of the program has changed the file's schema; the file is left unchanged.
  case tooNew
  /// Another program keeps the file locked.
  case busy
  /// The disk has not answered soon enough, or too many changes wait; the change may still be made.
  case slow
  /// The disk is full.
  case noSpace
  /// The limit of paired devices is reached.
  case full
  /// The device does not exist.
  case unknownDevice
  /// SQLite has failed with another result code, or a system call with this value of errno(3).
  case failed(code: Int32)

  /// Translates a result code of SQLite; `reason` is the system's value of errno(3), if there was one.
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
