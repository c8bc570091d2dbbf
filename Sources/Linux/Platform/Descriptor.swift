internal import CLinux
internal import Glibc

/// An owned file descriptor, closed when the value is destroyed.
public struct Descriptor: ~Copyable, Sendable {
  /// The descriptor's number in the kernel.
  public let number: Int32

  /// Adopts the open descriptor `number`, which no other code may close.
  public init(owning number: Int32) {
    self.number = number
  }

  /// Opens the file at `path` with open(2), close-on-exec.
  ///
  /// - Throws: `SystemError` of `.open`.
  public init(opening path: String, _ access: Access) throws(SystemError) {
    number = try check(unsafe linux_open(path, access.flags, 0o600), .open)
  }

  deinit {
    close(number)
  }

  /// Makes the kernel allow this program at least `count` descriptors (setrlimit(2)).
  ///
  /// - Throws: `SystemError` of `.open` if the hard limit is lower.
  public static func allow(_ count: Int) throws(SystemError) {
    _ = try check(linux_allow_descriptors(UInt64(count)), .open)
  }

  /// The purpose for which a file is opened.
  public enum Access: Sendable {
    /// Reading only.
    case reading
    /// Reading without blocking.
    case polling
    /// Reading and writing without blocking.
    case device
    /// Writing from the beginning of an emptied file; a missing file is created for its owner alone (0600).
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

  /// Writes all of `text`, blocking if necessary (write(2)).
  ///
  /// - Throws: `SystemError` of `.write`.
  public func write(_ text: String) throws(SystemError) {
    var text = text
    let result = text.withUTF8 { unsafe writeAll(UnsafeRawBufferPointer($0), to: number) }
    guard result == 0 else { throw SystemError(code: Int32(-result), call: .write) }
  }

  /// Fills the start of `buffer` with one read(2).
  public func read<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    var span = buffer.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      Transfer(result: repeated { unsafe Glibc.read(number, bytes.baseAddress, bytes.count) })
    }
  }
}

/// Repeats `call` while a signal interrupts it; returns its result, or −errno instead of −1.
func repeated(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    guard result < 0 else { return result }
    if errno != EINTR { return -Int(errno) }
  }
}
