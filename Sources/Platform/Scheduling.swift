internal import CLinux
public import Model

/// The place of this process among others: its scheduling policy.
public enum Scheduling {
  /// True if the calling thread has a real-time policy (sched(7)), under which others get the processor only while it sleeps.
  public static var isRealTime: Bool { linux_is_real_time() != 0 }

  /// Leaves the processor to others for `interval`, or until a signal comes.
  public static func rest(for interval: Interval) { linux_rest(max(0, interval.nanoseconds)) }
}
