internal import Glibc

extension FileContents {
  /// Returns whether a file of any kind exists at `path` (access(2)).
  public static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }

  /// Returns whether the name `path` is taken, even if only by a link without a target (lstat(2)).
  ///
  /// A name in a directory without search permission counts as taken: only an attempt to open the file shows whether it
  /// exists.
  public static func isNamed(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 || errno != ENOENT
  }

  /// Removes the file at `path`, if there is one (unlink(2)).
  ///
  /// - Throws: `SystemError` of `.open`.
  public static func remove(_ path: String) throws(SystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemError(code: errno, call: .open) }
  }

  /// Renames the file at `path` to `other`, which is replaced if it exists (rename(2)).
  ///
  /// - Throws: `SystemError` of `.rename`.
  public static func move(_ path: String, to other: String) throws(SystemError) {
    guard unsafe rename(path, other) == 0 else { throw SystemError(code: errno, call: .rename) }
  }

  /// Returns the text of the symbolic link at `path`; nil if there is no link (readlink(2)).
  ///
  /// The text is relative to the link's directory unless it begins with a slash.
  public static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(path, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Waits until the names in the directory at `path` are on the disk (fsync(2)).
  ///
  /// Without this call, a loss of power may undo that files were created, renamed or removed.
  ///
  /// - Throws: `SystemError` of `.open` or `.write`.
  public static func settleNames(in path: String) throws(SystemError) {
    let directory = try Descriptor(opening: path, .polling)
    // Some file systems have nothing to do here, and return EINVAL.
    let isSettled = fsync(directory.number) == 0 || errno == EINVAL
    guard isSettled else { throw SystemError(code: errno, call: .write) }
  }

  /// The names in a directory, each list sorted.
  public struct Names: Sendable {
    /// The names that are UTF-8.
    public fileprivate(set) var readable: [String] = []
    /// The other names, with U+FFFD in place of the bytes that are not UTF-8; such a name cannot open its
    /// file.
    public fileprivate(set) var others: [String] = []
  }

  /// Returns the sorted names in the directory at `path` that are UTF-8; empty if the directory cannot be
  /// read (readdir(3)).
  public static func names(in path: String) -> [String] { (try? list(path))?.readable ?? [] }

  /// Returns the names in the directory at `path` (readdir(3)).
  ///
  /// - Throws: `SystemError` of `.open` if the directory cannot be read.
  public static func list(_ path: String) throws(SystemError) -> Names {
    guard let directory = unsafe opendir(path) else { throw SystemError(code: errno, call: .open) }
    defer { unsafe closedir(directory) }
    var names = Names()
    while let entry = unsafe readdir(directory) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          if let name = unsafe String(validatingCString: name) {
            if name != "." && name != ".." { names.readable.append(name) }
          } else {
            names.others.append(unsafe String(cString: name))
          }
        }
      }
    }
    names.readable.sort()
    names.others.sort()
    return names
  }

  /// Creates the directories above `path` that are missing, with the permissions `mode`, whatever the umask is.
  ///
  /// - Throws: `SystemError` of `.open`.
  public static func makeDirectory(above path: String, mode: UInt32 = 0o755) throws(SystemError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    try makeDirectory(String(path[..<slash]), mode: mode)
  }

  /// Creates the directory at `path`, and those above it that are missing, unless `path` exists already (mkdir(2)).
  ///
  /// The directories get the permissions `mode`, whatever the umask is.
  ///
  /// - Throws: `SystemError` of `.open`.
  public static func makeDirectory(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
    var code = makeOne(path, mode)
    if code == ENOENT {
      try makeDirectory(above: path, mode: mode)
      code = makeOne(path, mode)
    }
    guard code == 0 || code == EEXIST else { throw SystemError(code: code, call: .open) }
  }

  /// Creates the directory at `path`, and returns 0 or the error.
  private static func makeOne(_ path: String, _ mode: UInt32) -> Int32 {
    guard unsafe mkdir(path, mode) == 0 else { return errno }
    _ = unsafe chmod(path, mode)
    return 0
  }
}
