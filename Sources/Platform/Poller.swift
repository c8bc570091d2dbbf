internal import CLinux
public import Model

/// Waits for many descriptors at once, level-triggered (epoll(7)).
public struct Poller: ~Copyable {
  private let descriptor: Descriptor
  private var events = InlineArray<64, linux_event>(repeating: linux_event())

  /// What to wait for; a hang-up or an error is always reported.
  public struct Interest: OptionSet, Sendable {
    /// The bits of epoll_ctl(2).
    public let rawValue: UInt32

    /// The interest in the events whose bits are set.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// There is something to read, or a listener has a connection to accept.
    public static let readable = Interest(rawValue: LINUX_READABLE)
    /// Writing would not wait.
    public static let writable = Interest(rawValue: LINUX_WRITABLE)
  }

  /// What one descriptor is ready for.
  public struct Event: Hashable, Sendable {
    /// What the descriptor was added as.
    public var token: UInt64
    /// There is something to read.
    public var isReadable: Bool
    /// Writing would not wait.
    public var isWritable: Bool
    /// The other end is gone or the descriptor has failed.
    public var isHangUp: Bool

    /// An event on the descriptor that was added as `token`.
    public init(
      token: UInt64, isReadable: Bool = false, isWritable: Bool = false, isHangUp: Bool = false
    ) {
      self.token = token
      self.isReadable = isReadable
      self.isWritable = isWritable
      self.isHangUp = isHangUp
    }
  }

  /// A poller without descriptors.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public init() throws(SystemError) {
    descriptor = Descriptor(owning: try check(linux_epoll_open(), .poll))
  }

  /// The number by which another loop may wait for this poller: it can be read when something is ready.
  public var number: Int32 { descriptor.number }

  /// Waits for `interest` in `target` too, and reports it as `token`; closing `target` ends that.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func add(
    _ target: borrowing Descriptor, token: UInt64, for interest: Interest = .readable
  ) throws(SystemError) {
    try check(linux_epoll_add(descriptor.number, target.number, interest.rawValue, token), .poll)
  }

  /// Waits for something to read in `stream` too, and reports it as `token`.
  ///
  /// - Throws: `SystemError` of `.poll`, with `EPERM` when it is a plain file, which can always be read.
  public func add(_ stream: Stream, token: UInt64) throws(SystemError) {
    try check(
      linux_epoll_add(descriptor.number, stream.rawValue, Interest.readable.rawValue, token), .poll)
  }

  /// Waits for an event of `inner` too, and reports it as `token`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func add(_ inner: borrowing Poller, token: UInt64) throws(SystemError) {
    try add(inner.descriptor, token: token)
  }

  /// Waits for `interest` in `target` from now on, which was added before.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func change(
    _ target: borrowing Descriptor, token: UInt64, for interest: Interest
  ) throws(SystemError) {
    try check(linux_epoll_change(descriptor.number, target.number, interest.rawValue, token), .poll)
  }

  /// No longer waits for `target`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func remove(_ target: borrowing Descriptor) throws(SystemError) {
    try check(linux_epoll_remove(descriptor.number, target.number), .poll)
  }

  /// Waits until something is ready, at most `limit` (rounded up to milliseconds; nil: for ever); how many
  /// events there are, at most 64, none when a signal interrupted.
  public mutating func wait(atMost limit: Interval? = nil) -> Int {
    let milliseconds = limit.map { Int32(clamping: max(0, $0.nanoseconds &+ 999_999) / 1_000_000) } ?? -1
    var span = events.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { events in
      unsafe linux_epoll_wait(descriptor.number, events.baseAddress, Int32(events.count), milliseconds)
    }
    precondition(count >= 0)
    return Int(count)
  }

  /// The event at `index` of the last wait.
  public subscript(index: Int) -> Event {
    let event = events[index]
    return Event(
      token: event.token,
      isReadable: event.events & LINUX_READABLE != 0,
      isWritable: event.events & LINUX_WRITABLE != 0,
      isHangUp: event.events & (LINUX_HUNG_UP | LINUX_FAILED) != 0)
  }
}
