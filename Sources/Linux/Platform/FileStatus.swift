internal import Glibc

/// The owner, the group, the permissions and the size of a file (stat(2)).
public struct FileStatus: Hashable, Sendable {
  /// The type and the permissions, as in `st_mode`.
  public var mode: UInt32
  /// The user ID of the owner.
  public var user: UInt32
  /// The group ID.
  public var group: UInt32
  /// The size in bytes.
  public var size: UInt64

  /// Creates the status of the file at `path`, with symbolic links followed, or nil if it cannot be read.
  public init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    mode = status.st_mode
    user = status.st_uid
    group = status.st_gid
    size = UInt64(clamping: status.st_size)
  }

  /// True if the file is a character device, like /dev/null.
  public var isCharacterDevice: Bool { mode & S_IFMT == S_IFCHR }

  /// The type and the permissions as ls(1) writes them: `crw-rw----`.
  public var modeText: String {
    let kinds: [UInt32: Character] = [
      S_IFCHR: "c", S_IFBLK: "b", S_IFDIR: "d", S_IFSOCK: "s", S_IFIFO: "p",
    ]
    let letters = Array("rwxrwxrwx").enumerated().map { index, letter in
      mode >> UInt32(8 - index) & 1 == 1 ? letter : "-"
    }
    return String([kinds[mode & S_IFMT] ?? "-"] + letters)
  }
}
