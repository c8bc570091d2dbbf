internal import CLinux
internal import Clibsystemd
internal import Glibc
public import Model

/// Messages from a service to the service manager (sd_notify(3)); without a service manager they do nothing.
public enum ServiceState {
  /// Reports that start-up, or reading the configuration again, is complete.
  public static func ready(status: String) {
    notify("READY=1\nSTATUS=\(oneLine(status))")
  }

  /// Reports that the configuration is being read again; the caller has to call ``ready(status:)``
  /// afterwards.
  public static func reloading() {
    notify("RELOADING=1\nMONOTONIC_USEC=\(Clock.now().nanoseconds / 1_000)")
  }

  /// Reports that the service is ending.
  public static func stopping() {
    notify("STOPPING=1")
  }

  /// Reports that the service is alive; call this at least twice per ``watchdogInterval``.
  public static func watchdog() {
    notify("WATCHDOG=1")
  }

  /// Sets the line that `systemctl status` shows.
  public static func status(_ text: String) {
    notify("STATUS=\(oneLine(text))")
  }

  /// The time without ``watchdog()`` after which the service manager restarts the service
  /// (sd_watchdog_enabled(3)).
  ///
  /// The value is nil if there is no limit.
  public static var watchdogInterval: Interval? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Sends `assignments`.
  ///
  /// Each message needs a socket; if no descriptor is left, it uses the spare one.
  private static func notify(_ assignments: String) {
    let result = unsafe sd_notify(0, assignments)
    guard result == -EMFILE || result == -ENFILE, linux_give_spare_descriptor() != 0 else { return }
    _ = unsafe sd_notify(0, assignments)
    linux_spare_descriptor()
  }

  /// Returns `text` up to its first line break, where another assignment would begin.
  private static func oneLine(_ text: String) -> Substring {
    text.prefix { !$0.isNewline }
  }
}

/// The service manager's store, which keeps descriptors open while the daemon is away (FileDescriptorStoreMax=).
extension ServiceState {
  /// Stores `descriptor` as `name` until it is discarded or the service is stopped (sd_pid_notify_with_fds(3)).
  public static func store(_ descriptor: borrowing Descriptor, as name: String) {
    var number = descriptor.number
    _ = unsafe sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(oneLine(name))", &number, 1)
  }

  /// Discards the descriptors that were stored as `name`.
  public static func discard(_ name: String) {
    notify("FDSTOREREMOVE=1\nFDNAME=\(oneLine(name))")
  }
}

/// The descriptors that the service manager has passed to this process; those that are not adopted are closed.
public struct InheritedDescriptors: ~Copyable {
  private var rest: [(name: String, number: Int32)] = []

  /// Creates a set without descriptors.
  public init() {}

  /// Returns this process's set, and removes the names from the environment (sd_listen_fds_with_names(3)).
  ///
  /// The descriptors are close-on-exec.
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

  /// The names of the descriptors that have not been adopted.
  public var names: [String] { rest.map(\.name) }

  /// Returns the numbers of the descriptors called `name`, which remain in the set.
  public func numbers(of name: String) -> [Int32] { rest.filter { $0.name == name }.map(\.number) }

  /// Removes the first UDP socket called `name` from the set and returns it; nil if the set has none.
  public mutating func adoptDatagramSocket(_ name: String) -> DatagramSocket? {
    let index = rest.firstIndex { $0.name == name && DatagramSocket.canAdopt($0.number) }
    return index.flatMap { try? DatagramSocket(adopting: Descriptor(owning: rest.remove(at: $0).number)) }
  }

  /// Removes the first descriptor called `name` from the set and returns it; nil if the set has none.
  public mutating func adopt(_ name: String) -> Descriptor? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    return Descriptor(owning: rest.remove(at: index).number)
  }
}
