internal import CLinux
internal import Glibc

/// A file descriptor that closes itself.
public struct Descriptor: ~Copyable, Sendable {
  /// The number that the kernel knows it by.
  public let number: Int32

  /// Takes over the open descriptor `number`, which nobody else may close.
  public init(owning number: Int32) {
    self.number = number
  }

  /// Opens the file at `path` with open(2), close-on-exec.
  ///
  /// - Throws: `SystemError` of `.open`.
  public init(opening path: String, _ access: Access) throws(SystemError) {
    number = try check(unsafe linux_open(path, access.flags, 0o644), .open)
  }

  deinit {
    close(number)
  }

  /// What a file is opened for.
  public enum Access: Sendable {
    /// Reading only.
    case reading
    /// Reading, which never waits.
    case polling
    /// Reading and writing, neither of which ever waits.
    case device
    /// Writing, from an empty file on, which is made with permissions 0644 if need be.
    case rewriting

    var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .polling: O_RDONLY | O_NONBLOCK
      case .device: O_RDWR | O_NONBLOCK
      case .rewriting: O_WRONLY | O_CREAT | O_TRUNC
      }
    }
  }

  /// Writes `bytes` with one write(2).
  public func write(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes { bytes in
      Transfer(result: repeated { unsafe Glibc.write(number, bytes.baseAddress, bytes.count) })
    }
  }

  /// Writes all of `text`, waiting if need be (write(2)).
  ///
  /// - Throws: `SystemError` of `.write`.
  public func write(_ text: String) throws(SystemError) {
    var text = text
    let result = text.withUTF8 { unsafe writeAll(UnsafeRawBufferPointer($0), to: number) }
    guard result == 0 else { throw SystemError(code: Int32(-result), call: .write) }
  }

  /// Fills the front of `buffer` with one read(2).
  public func read<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    var span = buffer.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      Transfer(result: repeated { unsafe Glibc.read(number, bytes.baseAddress, bytes.count) })
    }
  }
}

/// The result of `call`, repeated while a signal interrupts it, with −errno for −1.
func repeated(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    guard result < 0 else { return result }
    if errno != EINTR { return -Int(errno) }
  }
}
