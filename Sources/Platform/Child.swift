internal import CLinux
internal import Glibc

/// A program that this one has started; it is told to end when this is gone, or the program that started it.
@safe public struct Child: ~Copyable {
  /// What to add to a poller: it can be read when the program has ended.
  public let descriptor: Descriptor

  /// Starts the program at `path` with `arguments`, and with no signal blocked (fork(2), execv(3)).
  ///
  /// - Throws: `SystemError` of `.start`.
  public init(_ path: String, _ arguments: [String]) throws(SystemError) {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    let result = unsafe linux_child_start(path, words)
    unsafe words.forEach { unsafe free($0) }
    descriptor = Descriptor(owning: try check(result, .start))
  }

  /// Whether it has ended.
  public var hasEnded: Bool { linux_child_ended(descriptor.number) != 0 }

  deinit {
    _ = linux_child_signal(descriptor.number, SIGTERM)
  }
}
