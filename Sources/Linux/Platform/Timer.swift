internal import CLinux
internal import Glibc
public import Model

/// An alarm on the clock of ``Clock`` that makes its descriptor readable when its time has come
/// (timerfd_create(2)).
public struct Timer: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor
  private var due: Instant?

  /// Creates a timer that is not armed.
  ///
  /// - Throws: `SystemError` of `.timer`.
  public init() throws(SystemError) {
    descriptor = Descriptor(owning: try check(linux_timer_open(), .timer))
  }

  /// Arms the timer for `instant`, or disarms it for `.distantFuture`; a time in the past triggers the timer
  /// immediately.
  ///
  /// Arming again for the same time costs no system call.
  public mutating func arm(at instant: Instant) {
    guard instant != due else { return }
    guard instant != .distantFuture else { return disarm() }
    due = instant
    set(max(1, instant.nanoseconds))
  }

  /// Disarms the timer.
  public mutating func disarm() {
    guard due != nil else { return }
    due = nil
    set(0)
  }

  /// Returns whether the time of the timer had come; if so, it has to be armed again.
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
