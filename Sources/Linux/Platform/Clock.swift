internal import Glibc
public import Model

/// The host's monotonic clock.
public enum Clock {
  /// Returns the current time of CLOCK_MONOTONIC, read with clock_gettime(2).
  ///
  /// CLOCK_BOOTTIME is unsuitable, because it continues while the machine sleeps: on waking, every session would
  /// expire before the first packet could be read.
  public static func now() -> Instant {
    var time = timespec()
    let result = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    precondition(result == 0)
    return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}
