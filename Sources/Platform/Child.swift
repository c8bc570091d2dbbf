internal import CLinux
internal import Glibc
public import Model

/// A program that this one has started; it is killed when this is gone, or the program that started it, however that ended.
@safe public struct Child: ~Copyable {
  /// What to add to a poller: it can be read when the program has ended.
  public let descriptor: Descriptor
  /// The number of its process.
  public let process: Int32

  /// Starts the program at `path` with `arguments`, and with no signal blocked (fork(2), execv(3)).
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

  /// Whether it has ended.
  public var hasEnded: Bool { linux_child_ended(descriptor.number) != 0 }

  /// Waits until it has ended, at most `limit`.
  public func wait(atMost limit: Interval) {
    guard var poller = try? Poller(), (try? poller.add(descriptor, token: 0)) != nil else { return }
    _ = poller.wait(atMost: limit)
  }

  /// Asks it to end (SIGTERM).
  public func terminate() { _ = linux_child_signal(descriptor.number, SIGTERM) }

  /// Ends it, whatever it does (SIGKILL).
  public func kill() { _ = linux_child_signal(descriptor.number, SIGKILL) }

  deinit { linux_child_end(descriptor.number) }
}
