internal import Glibc

/// The time of day, which the user or the network may change.
///
/// It is for times that must survive a restart of the machine.
public enum WallClock {
  /// Returns the seconds since 1970 (UTC; time(2)).
  public static func now() -> Int64 {
    Int64(time(nil))
  }

  /// Returns the milliseconds since 1970 (UTC; clock_gettime(2), CLOCK_REALTIME).
  public static func milliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Returns the local date and time at `seconds` since 1970 (UTC), for example `2026-11-21 16:05`.
  ///
  /// The calls are localtime_r(3) and strftime(3).
  public static func text(_ seconds: Int64) -> String {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return "?" }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      guard let start = text.baseAddress else { return "?" }
      let count = unsafe strftime(start, text.count, "%Y-%m-%d %H:%M", &parts)
      return count > 0 ? unsafe String(cString: start) : "?"
    }
  }
}
