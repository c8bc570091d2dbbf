internal import CLinux
internal import Glibc
public import Model

/// The scheduling of this process.
public enum Scheduling {
  /// True if the calling thread has a real-time policy (sched(7)).
  ///
  /// Ordinary threads then get this thread's processor only while this thread sleeps.
  public static var isRealTime: Bool { linux_is_real_time() != 0 }

  /// Returns the processor time of the calling thread so far, in user and kernel mode, read with clock_gettime(2).
  public static func processorTime() -> Interval {
    var time = timespec()
    let result = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(result == 0)
    return Interval(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Yields the processor to others for `interval`, or until a signal arrives.
  public static func rest(for interval: Interval) { linux_rest(max(0, interval.nanoseconds)) }
}
