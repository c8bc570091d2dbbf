internal import CLinux
internal import Glibc

/// A signal that Tiltpad's programs obey.
public enum Signal: CaseIterable, Sendable {
  /// SIGTERM, which ends the program.
  case terminate
  /// SIGINT, which ends the program from the keyboard.
  case interrupt
  /// SIGHUP, which makes the daemon and the web gateway read their files again, and ends a command.
  case hangUp

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }
}

/// The signals of ``Signal``, blocked and read through a file descriptor (signalfd(2)).
///
/// Blocking applies to the calling thread and to the threads and processes that it starts afterwards, so create this
/// value first in `main`.
public struct Signals: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor

  /// Blocks the signals with pthread_sigmask(3); they stay blocked after this value is destroyed.
  ///
  /// - Throws: `SystemError` of `.signals`.
  public init() throws(SystemError) {
    let numbers = Signal.allCases.map(\.number)
    let result = unsafe linux_signals_open(numbers, Int32(numbers.count))
    descriptor = Descriptor(owning: try check(result, .signals))
  }

  /// Returns the next pending signal, or nil if there is none.
  public func next() -> Signal? {
    let number = linux_signals_next(descriptor.number)
    return Signal.allCases.first { $0.number == number }
  }
}
