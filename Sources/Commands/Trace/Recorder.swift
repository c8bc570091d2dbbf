import Model
import Platform
import Wire

/// The event loop of a recording: traced packets arrive from the daemon, and lines go to the trace.
struct Recorder: ~Copyable {
  private static let daemon: UInt64 = 0

  /// The time between two writes of the gathered lines, and between two updates of the progress.
  private static let period = Interval.milliseconds(250)

  /// Whether the progress is shown, since a person is watching.
  var showsProgress = false
  private let only: PlayerSlot?
  private let end: Instant
  private let connection: LocalConnection
  private var sink: TraceSink
  private var loop: EventLoop
  private var packets = 0
  private var started = Clock.now()
  private var latest = Interval.zero
  private var nextFlush = Clock.now()
  private var isOver = false
  private var isDaemonGone = false
  private var isOtherVersion = false

  /// Creates a recording of the packets that the daemon at the other end of `connection` accepts until `end`, from the
  /// player `only` or from all.
  ///
  /// - Throws: `SystemError` of the call that the kernel refused.
  init(
    _ connection: consuming LocalConnection, into sink: consuming TraceSink, only: PlayerSlot?,
    until end: Instant
  ) throws(SystemError) {
    let loop = try EventLoop()
    try loop.poller.add(connection.descriptor, token: Recorder.daemon)
    self.connection = connection
    self.sink = sink
    self.only = only
    self.end = end
    self.loop = loop
  }

  /// The number of packets and the length of the recording, for a person.
  var summary: String {
    let cause =
      isOtherVersion ? "; the daemon is of another version" : isDaemonGone ? "; the daemon ended" : ""
    return "\(packets) packets in \((Clock.now() - started).seconds.fixed(1)) s recorded\(cause)"
  }

  /// Records until `end` has passed, a signal arrives, or the daemon is gone.
  ///
  /// - Throws: `SystemError` of `.write`.
  mutating func run() throws(SystemError) {
    LocalPacket.watch(Watch(topics: .trace, period: 1_000)).datagram.withBytes { _ = connection.send($0) }
    while !isOver {
      try advance(to: Clock.now())
      guard !isOver else { break }
      switch loop.next(until: min(nextFlush, end)) {
      case .ready: try drain()
      case .signal: isOver = true
      case .time: break
      }
    }
    try sink.flush()
    if showsProgress { Stream.error.write("\r\u{1b}[K") }
  }

  private mutating func advance(to now: Instant) throws(SystemError) {
    if now >= nextFlush {
      nextFlush = now + Recorder.period
      try sink.flush()
      if showsProgress { Stream.error.write("\r\(summary)\u{1b}[K") }
    }
    if now >= end { isOver = true }
  }

  private mutating func drain() throws(SystemError) {
    var buffer = InlineArray<640, UInt8>(repeating: 0)
    for _ in 0..<64 {
      switch connection.receive(into: &buffer) {
      case .wouldBlock: return
      case .done(let count) where count > 0: try take(buffer.span.extracting(first: min(count, buffer.count)))
      case .done, .failed:
        isDaemonGone = true
        isOver = true
        return
      }
    }
  }

  /// Adds a traced packet to the trace; the time of the first packet is zero.
  private mutating func take(_ bytes: Span<UInt8>) throws(SystemError) {
    let packet = try? StatusPacket(parsing: bytes)
    if case .otherVersion = packet { (isOtherVersion, isOver) = (true, true) }
    guard case .trace(let header) = packet, only == nil || header.slot == only else { return }
    let frames = bytes.extracting(TraceHeader.size..<bytes.count)
    guard frames.count <= Trace.longestFrames else { return }
    if packets == 0 { started = header.received }
    packets += 1
    latest = max(latest, header.received - started)
    try sink.add(frames, of: header.slot, at: latest)
  }
}
