internal import CLinux
internal import Glibc

extension FileContents {
  /// Creates an empty file at `path` that only its owner may read and write, unless the file exists already (open(2)).
  ///
  /// - Throws: `SystemError` of `.open`.
  public static func makePrivate(_ path: String) throws(SystemError) {
    let number = unsafe linux_open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard number != -EEXIST else { return }
    _ = Descriptor(owning: try check(number, .open))
  }

  /// Removes all permissions on the file at `path` for everyone but its owner (fchmod(2)).
  ///
  /// When run as root, the method follows no link, because the directory may belong to another user, who could point
  /// the link at any file.
  ///
  /// - Throws: `SystemError` of `.open`.
  public static func keepPrivate(_ path: String) throws(SystemError) {
    let flags = O_RDONLY | O_NONBLOCK | (geteuid() == 0 ? O_NOFOLLOW : 0)
    let file = Descriptor(owning: try check(unsafe linux_open(path, flags, 0), .open))
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard fchmod(file.number, 0o600) == 0 else { throw SystemError(code: errno, call: .open) }
  }
}
