internal import CLinux
internal import Glibc
public import Model

/// A child process, which is killed when this value is destroyed or when its parent ends for any reason.
@safe public struct Child: ~Copyable {
  /// The descriptor to add to a poller, readable once the process has ended.
  public let descriptor: Descriptor
  /// The process ID.
  public let process: Int32

  /// Starts the program at `path` with `arguments` and with no signals blocked (fork(2), execv(3)).
  ///
  /// - Throws: `SystemError` of `.start`.
  public init(_ path: String, _ arguments: [String]) throws(SystemError) {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    var process: Int32 = 0
    let result = unsafe linux_child_start(path, words, &process)
    unsafe words.forEach { unsafe free($0) }
    descriptor = Descriptor(owning: try check(result, .start))
    self.process = process
  }

  /// True if the process has ended.
  public var hasEnded: Bool { linux_child_ended(descriptor.number) != 0 }

  /// Blocks until the process has ended, for at most `limit`.
  public func wait(atMost limit: Interval) {
    guard var poller = try? Poller(), (try? poller.add(descriptor, token: 0)) != nil else { return }
    _ = poller.wait(atMost: limit)
  }

  /// Asks the process to end (SIGTERM).
  public func terminate() { _ = linux_child_signal(descriptor.number, SIGTERM) }

  /// Kills the process (SIGKILL).
  public func kill() { _ = linux_child_signal(descriptor.number, SIGKILL) }

  deinit { linux_child_end(descriptor.number) }
}
