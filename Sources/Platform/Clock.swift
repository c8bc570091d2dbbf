internal import Glibc
public import Model

/// The host's monotonic clock.
public enum Clock {
  /// The present on CLOCK_MONOTONIC, read with clock_gettime(2).
  ///
  /// Not CLOCK_BOOTTIME: that goes on while the machine sleeps, and on waking every session would run out
  /// before the first packet could be read.
  public static func now() -> Instant {
    var time = timespec()
    let result = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    precondition(result == 0)
    return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }
}
