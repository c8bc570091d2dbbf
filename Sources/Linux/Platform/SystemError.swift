internal import Glibc

/// A failed system call.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of errno(3).
  public var code: Int32
  /// The call that failed.
  public var call: SystemCall

  /// The reason in words (strerror(3)).
  public var reason: String { SystemError.reason(for: code) }

  /// True if a file has more bytes than may be read (EFBIG).
  public var isTooLong: Bool { code == EFBIG }

  /// Returns the meaning of a value of errno(3) in words (strerror(3)).
  public static func reason(for code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// Creates the failure of `call` with the value `code` of errno(3).
  public init(code: Int32, call: SystemCall) {
    self.code = code
    self.call = call
  }
}

/// The system calls whose failure is reported to the user.
public enum SystemCall: Hashable, Sendable {
  /// open(2), and other calls about files and descriptors, such as mkdir(2) and setrlimit(2)
  case open
  /// read(2)
  case read
  /// write(2) and fsync(2)
  case write
  /// rename(2)
  case rename
  /// socket(2) and its options
  case socket
  /// bind(2)
  case bind
  /// listen(2)
  case listen
  /// accept4(2)
  case accept
  /// connect(2)
  case connect
  /// getsockname(2)
  case localAddress
  /// epoll_create1(2) and epoll_ctl(2)
  case poll
  /// timerfd_create(2)
  case timer
  /// eventfd(2)
  case bell
  /// pthread_create(3)
  case thread
  /// pthread_sigmask(3) and signalfd(2)
  case signals
  /// fork(2), execv(3) and pidfd_open(2)
  case start
  /// tcgetattr(3) and tcsetattr(3)
  case terminal
}

/// The outcome of an attempt to read or write without blocking.
public enum Transfer: Hashable, Sendable {
  /// This number of bytes, or of received datagrams, was transferred; a read of 0 bytes means the end.
  case done(Int)
  /// Nothing can be read or written now (EAGAIN).
  case wouldBlock
  /// The attempt failed with this value of errno(3).
  case failed(code: Int32)

  /// Creates the outcome of a C function that returns a count or −errno.
  init(result: Int) {
    switch result {
    case 0...: self = .done(result)
    case -Int(EAGAIN): self = .wouldBlock
    default: self = .failed(code: Int32(-result))
    }
  }
}

/// Returns the `result` of a C function, which is −errno on failure.
///
/// - Throws: `SystemError` of `call` when `result` is negative.
@discardableResult
func check(_ result: Int32, _ call: SystemCall) throws(SystemError) -> Int32 {
  guard result >= 0 else { throw SystemError(code: -result, call: call) }
  return result
}
