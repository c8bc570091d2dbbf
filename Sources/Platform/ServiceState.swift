internal import Clibsystemd
internal import Glibc
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

/// The service manager's store, which keeps descriptors open while the daemon is away (FileDescriptorStoreMax=).
extension ServiceState {
  /// Keeps `descriptor` as `name` until it is discarded or the service is stopped (sd_pid_notify_with_fds(3)).
  public static func store(_ descriptor: borrowing Descriptor, as name: String) {
    var number = descriptor.number
    _ = unsafe sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(oneLine(name))", &number, 1)
  }

  /// No longer keeps what was stored as `name`.
  public static func discard(_ name: String) {
    notify("FDSTOREREMOVE=1\nFDNAME=\(oneLine(name))")
  }
}

/// The descriptors that the service manager has kept for this process; those that nobody takes are closed.
public struct InheritedDescriptors: ~Copyable {
  private var rest: [(name: String, number: Int32)] = []

  /// No descriptors.
  public init() {}

  /// Those of this process, close-on-exec; the environment no longer names them (sd_listen_fds_with_names(3)).
  public static func all() -> InheritedDescriptors {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = unsafe sd_listen_fds_with_names(1, &names)
    var inherited = InheritedDescriptors()
    guard count > 0, let names = unsafe names else { return inherited }
    for index in 0..<Int(count) {
      guard let name = unsafe names[index] else { break }
      unsafe inherited.rest.append((String(cString: name), SD_LISTEN_FDS_START + Int32(index)))
      unsafe free(name)
    }
    unsafe free(names)
    return inherited
  }

  deinit {
    for (_, number) in rest { close(number) }
  }

  /// What the descriptors are called that nobody has taken.
  public var names: [String] { rest.map(\.name) }

  /// The numbers of the descriptors that are called `name`; they stay among these.
  public func numbers(of name: String) -> [Int32] { rest.filter { $0.name == name }.map(\.number) }

  /// The first descriptor that is called `name`; nil when there is none.
  public mutating func take(_ name: String) -> Descriptor? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return Descriptor(owning: rest.remove(at: index).number)
  }
}
