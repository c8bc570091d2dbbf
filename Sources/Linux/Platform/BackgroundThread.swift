internal import CLinux

/// A thread alongside the event loop, for work that may block.
public enum BackgroundThread {
  /// The work that a new thread receives.
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that runs `body`, with all signals blocked and a stack of 256 KiB, and ends when `body` returns.
  ///
  /// - Throws: `SystemError` of `.thread`.
  public static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let context = unsafe Unmanaged.passRetained(Work(body))
    let result = unsafe linux_thread_start(
      { context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
      }, context.toOpaque())
    if result < 0 { unsafe context.release() }
    try check(result, .thread)
  }
}
