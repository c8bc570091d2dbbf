internal import Clibsystemd
public import Model

/// What the daemon tells the service manager of itself (sd_notify(3)); without one nothing happens.
public enum ServiceState {
  /// Start-up, or reading the configuration again, is complete.
  public static func ready(status: String) {
    notify("READY=1\nSTATUS=\(oneLine(status))")
  }

  /// The configuration is being read again; ``ready(status:)`` has to follow.
  public static func reloading() {
    notify("RELOADING=1\nMONOTONIC_USEC=\(Clock.now().nanoseconds / 1_000)")
  }

  /// The daemon is ending.
  public static func stopping() {
    notify("STOPPING=1")
  }

  /// The daemon is alive; to be said twice in every ``watchdogInterval``.
  public static func watchdog() {
    notify("WATCHDOG=1")
  }

  /// A line for people, shown by `systemctl status`.
  public static func status(_ text: String) {
    notify("STATUS=\(oneLine(text))")
  }

  /// The silence after which the service manager restarts the daemon (sd_watchdog_enabled(3)); nil: never.
  public static var watchdogInterval: Interval? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  private static func notify(_ assignments: String) {
    _ = unsafe sd_notify(0, assignments)
  }

  /// `text` up to its first line break, after which another assignment would begin.
  private static func oneLine(_ text: String) -> Substring {
    text.prefix { !$0.isNewline }
  }
}
