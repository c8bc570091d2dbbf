internal import CLinux
public import Model

/// A value that waits for many descriptors at once, level-triggered (epoll(7)).
public struct Poller: ~Copyable {
  private let descriptor: Descriptor
  private var events = InlineArray<64, linux_event>(repeating: linux_event())

  /// The readiness of one descriptor.
  public struct Event: Hashable, Sendable {
    /// The token with which the descriptor was added.
    public var token: UInt64
    /// True if something can be read.
    public var isReadable: Bool
    /// True if something can be written, provided that the poller waits for that.
    public var isWritable: Bool
    /// True if the other end is gone or the descriptor has failed.
    public var isHangUp: Bool

    /// Creates an event on the descriptor that was added with `token`.
    public init(token: UInt64, isReadable: Bool = false, isWritable: Bool = false, isHangUp: Bool = false) {
      self.token = token
      self.isReadable = isReadable
      self.isWritable = isWritable
      self.isHangUp = isHangUp
    }
  }

  /// Creates a poller without descriptors.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public init() throws(SystemError) {
    descriptor = Descriptor(owning: try check(linux_epoll_open(), .poll))
  }

  /// The number of the poller's own descriptor, on which another event loop can wait.
  ///
  /// It becomes readable when one of the watched descriptors is ready.
  public var number: Int32 { descriptor.number }

  /// Adds `target` with `token`, to wait for something to read, a connection to accept, or a hang-up.
  ///
  /// Closing `target` removes it.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func add(_ target: borrowing Descriptor, token: UInt64) throws(SystemError) {
    try check(linux_epoll_add(descriptor.number, target.number, token), .poll)
  }

  /// Adds `target` with `token`, to wait until its connection is open, or has failed.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func add(connecting target: borrowing Descriptor, token: UInt64) throws(SystemError) {
    try check(linux_epoll_add_writer(descriptor.number, target.number, token), .poll)
  }

  /// Adds `stream` with `token`, to wait for something to read.
  ///
  /// - Throws: `SystemError` of `.poll`, with `EPERM` for a regular file, which can always be read.
  public func add(_ stream: Stream, token: UInt64) throws(SystemError) {
    try check(linux_epoll_add(descriptor.number, stream.rawValue, token), .poll)
  }

  /// Adds `inner` with `token`, to wait for any of its events.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func add(_ inner: borrowing Poller, token: UInt64) throws(SystemError) {
    try add(inner.descriptor, token: token)
  }

  /// Makes the poller wait until `target` can be read if `reads`, or written to if `writes`.
  ///
  /// `target` was added with `token`. A hang-up is always reported.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func change(
    _ target: borrowing Descriptor, token: UInt64, reads: Bool, writes: Bool
  ) throws(SystemError) {
    let events = (reads ? LINUX_READABLE : 0) | (writes ? LINUX_WRITABLE : 0)
    try check(linux_epoll_change(descriptor.number, target.number, token, events), .poll)
  }

  /// Removes `target`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func remove(_ target: borrowing Descriptor) throws(SystemError) {
    try check(linux_epoll_remove(descriptor.number, target.number), .poll)
  }

  /// Removes `inner`, and thereby all its events.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func remove(_ inner: borrowing Poller) throws(SystemError) { try remove(inner.descriptor) }

  /// Blocks until a descriptor is ready, or until `deadline` on the clock of ``Clock``, which now shows `now`.
  ///
  /// Apart from these, only a signal ends the wait. It may end late, by 50 µs or a thousandth of its length
  /// (the timer slack of prctl(2)). A past deadline does not block; the distant future sets no limit. The
  /// result is that of ``wait(atMost:)``.
  public mutating func wait(until deadline: Instant, from now: Instant) -> Int {
    if deadline == .distantFuture { return wait() }
    return wait(atMost: deadline <= now ? .zero : deadline - now)
  }

  /// Blocks until a descriptor is ready, for at most `limit`; nil sets no limit.
  ///
  /// Returns the number of events, at most 64, and 0 if the time ran out or a signal interrupted the wait.
  public mutating func wait(atMost limit: Interval? = nil) -> Int {
    let nanoseconds = limit.map { max(0, $0.nanoseconds) } ?? -1
    var span = events.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { events in
      unsafe linux_epoll_wait(descriptor.number, events.baseAddress, Int32(events.count), nanoseconds)
    }
    precondition(count >= 0)
    return Int(count)
  }

  /// Returns the event at `index` of the last wait.
  public subscript(index: Int) -> Event {
    let event = events.span[index]
    return Event(
      token: event.token,
      isReadable: event.events & LINUX_READABLE != 0,
      isWritable: event.events & LINUX_WRITABLE != 0,
      isHangUp: event.events & (LINUX_HUNG_UP | LINUX_FAILED) != 0)
  }
}
