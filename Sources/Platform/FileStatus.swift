internal import Glibc

/// Whose a file is and who may do what with it (stat(2)).
public struct FileStatus: Hashable, Sendable {
  /// The type and the permissions, as in `st_mode`.
  public var mode: UInt32
  /// The user that it belongs to.
  public var user: UInt32
  /// The group that it belongs to.
  public var group: UInt32

  /// The status of the file at `path`, of what it points to if it is a symbolic link; nil when there is none.
  public init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    mode = status.st_mode
    user = status.st_uid
    group = status.st_gid
  }

  /// Whether it is a device that takes single bytes, like /dev/null, and no common file.
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
