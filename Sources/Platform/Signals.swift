internal import CLinux
internal import Glibc

/// A signal that the daemon obeys.
public enum Signal: CaseIterable, Sendable {
  /// SIGTERM: end.
  case terminate
  /// SIGINT: end, from the keyboard.
  case interrupt
  /// SIGHUP: read the configuration again.
  case hangUp

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    }
  }
}

/// The signals of ``Signal``, blocked and read as from a file (signalfd(2)).
///
/// Blocking is a matter of the calling thread and of the threads and processes it starts afterwards: make
/// this first thing in `main`.
public struct Signals: ~Copyable {
  /// What to add to a poller.
  public let descriptor: Descriptor

  /// Blocks the signals with pthread_sigmask(3); they stay blocked when this is gone.
  ///
  /// - Throws: `SystemError` of `.signals`.
  public init() throws(SystemError) {
    let numbers = Signal.allCases.map(\.number)
    let result = unsafe linux_signals_open(numbers, Int32(numbers.count))
    descriptor = Descriptor(owning: try check(result, .signals))
  }

  /// The next pending signal; nil when there is none.
  public func next() -> Signal? {
    let number = linux_signals_next(descriptor.number)
    return Signal.allCases.first { $0.number == number }
  }
}
