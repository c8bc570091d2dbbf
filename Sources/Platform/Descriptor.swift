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
    number = try check(unsafe linux_open(path, access.flags, 0), .open)
  }

  deinit {
    close(number)
  }

  /// What a file is opened for.
  public enum Access: Sendable {
    /// Reading only.
    case reading
    /// Reading and writing, neither of which ever waits.
    case device

    var flags: Int32 {
      switch self {
      case .reading: O_RDONLY
      case .device: O_RDWR | O_NONBLOCK
      }
    }
  }

  /// Writes `bytes` with one write(2).
  public func write(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes { bytes in
      Transfer(result: repeated { unsafe Glibc.write(number, bytes.baseAddress, bytes.count) })
    }
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
