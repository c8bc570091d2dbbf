internal import CLinux
internal import Glibc
public import Model

/// An alarm on the clock of ``Clock``, readable in a ``Poller`` once it is due (timerfd_create(2)).
public struct Timer: ~Copyable {
  /// What to add to a poller.
  public let descriptor: Descriptor
  private var due: Instant?

  /// A timer that is not armed.
  ///
  /// - Throws: `SystemError` of `.timer`.
  public init() throws(SystemError) {
    descriptor = Descriptor(owning: try check(linux_timer_open(), .timer))
  }

  /// Becomes due at `instant`, at once when that has passed; costs no call when armed for it already.
  public mutating func arm(at instant: Instant) {
    guard instant != due else { return }
    guard instant != .distantFuture else { return disarm() }
    due = instant
    set(max(1, instant.nanoseconds))
  }

  /// Never becomes due.
  public mutating func disarm() {
    guard due != nil else { return }
    due = nil
    set(0)
  }

  /// Whether the timer was due; it then has to be armed again.
  public mutating func acknowledge() -> Bool {
    var count = InlineArray<8, UInt8>(repeating: 0)
    guard case .done = descriptor.read(into: &count) else { return false }
    due = nil
    return true
  }

  private func set(_ nanoseconds: Int64) {
    let result = linux_timer_set(descriptor.number, nanoseconds)
    precondition(result == 0)
  }
}
