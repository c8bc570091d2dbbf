internal import CLinux
internal import Glibc

/// Functions that read and write whole files.
public enum FileContents {
  /// Returns all bytes of the file at `path`.
  ///
  /// - Throws: `SystemError` of `.open` or `.read`, with `EFBIG` when there are more than `limit` bytes.
  public static func read(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> [UInt8] {
    try read(Descriptor(opening: path, .reading), limit)
  }

  /// Returns the first bytes of the file at `path`, up to the first piece after which `isEnough` returns true.
  ///
  /// The file is read in pieces of at most 4096 bytes.
  ///
  /// - Throws: the errors of ``read(_:limit:)``.
  public static func read(
    _ path: String, limit: Int = 1 << 20, until isEnough: ([UInt8]) -> Bool
  ) throws(SystemError) -> [UInt8] {
    try read(Descriptor(opening: path, .reading), limit, until: isEnough)
  }

  /// Returns all bytes of the file at `path`, which must be an ordinary file or a character device, such as /dev/null.
  ///
  /// Any other file is refused immediately: a directory with `EISDIR`, a socket with `ENXIO`, and the rest
  /// with `EINVAL`.
  ///
  /// - Throws: the errors of ``read(_:limit:)``.
  public static func readOrdinary(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try Descriptor(opening: path, .polling)
    var status = stat()
    let kind = unsafe fstat(file.number, &status) == 0 ? status.st_mode & S_IFMT : 0
    guard [S_IFREG, S_IFCHR].contains(kind) else {
      throw SystemError(code: kind == S_IFDIR ? EISDIR : EINVAL, call: .read)
    }
    return try read(file, limit)
  }

  private static func read(
    _ file: borrowing Descriptor, _ limit: Int, until isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(SystemError) -> [UInt8] {
    var contents: [UInt8] = []
    var buffer = InlineArray<4096, UInt8>(repeating: 0)
    while true {
      switch file.read(into: &buffer) {
      case .done(0): return contents
      case .done(let count):
        guard contents.count + count <= limit else { throw SystemError(code: EFBIG, call: .read) }
        for index in 0..<count { contents.append(buffer[index]) }
        if isEnough(contents) { return contents }
      case .wouldBlock: throw SystemError(code: EAGAIN, call: .read)
      case .failed(let code): throw SystemError(code: code, call: .read)
      }
    }
  }

  /// Replaces the file at `path` atomically by one with `contents` (rename(2)).
  ///
  /// The file has the permissions `mode`, whatever the umask is.
  ///
  /// - Throws: `SystemError` of `.open`, `.write` or `.rename`.
  public static func write(_ contents: [UInt8], to path: String, mode: UInt32 = 0o644) throws(SystemError) {
    let draft = "\(path).new"
    _ = unsafe unlink(draft)
    let flags = O_WRONLY | O_CREAT | O_EXCL
    let file = Descriptor(owning: try check(unsafe linux_open(draft, flags, mode), .open))
    _ = fchmod(file.number, mode)
    let result = unsafe contents.withUnsafeBytes { unsafe writeAll($0, to: file.number) }
    guard result == 0, fsync(file.number) == 0 else {
      let code = result == 0 ? errno : Int32(-result)
      _ = unsafe unlink(draft)
      throw SystemError(code: code, call: .write)
    }
    guard unsafe rename(draft, path) == 0 else {
      let code = errno
      _ = unsafe unlink(draft)
      throw SystemError(code: code, call: .rename)
    }
  }
}
