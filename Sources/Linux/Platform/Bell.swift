internal import CLinux
public import Model

/// A bell that one thread rings to wake another, which waits for it directly or in a ``Poller`` (eventfd(2)).
public struct Bell: ~Copyable, Sendable {
  /// The descriptor to add to a poller, readable from a ring until ``silence()``.
  public let descriptor: Descriptor

  /// Creates a silent bell.
  ///
  /// - Throws: `SystemError` of `.bell`.
  public init() throws(SystemError) {
    descriptor = Descriptor(owning: try check(linux_bell_open(), .bell))
  }

  /// Rings the bell; further rings have no effect until the bell is silenced.
  public func ring() { linux_bell_ring(descriptor.number) }

  /// Silences the bell; returns whether it had rung.
  @discardableResult
  public func silence() -> Bool { linux_bell_silence(descriptor.number) != 0 }

  /// Blocks until the bell rings, for at most `limit`, and silences the bell.
  ///
  /// `limit` is rounded up to milliseconds; nil sets no limit. Returns false when the time ran out or a signal
  /// interrupted the wait.
  @discardableResult
  public func wait(atMost limit: Interval? = nil) -> Bool {
    let milliseconds = limit.map { Int32(clamping: (max(0, $0.nanoseconds) &+ 999_999) / 1_000_000) } ?? -1
    return linux_bell_wait(descriptor.number, milliseconds) != 0
  }
}
