import Handset
import Local
import Model
import Platform
import Wire

/// The event loop of a recording, which receives traced packets from the daemon and writes lines to the trace.
struct Recorder: ~Copyable {
  /// The time between two writes of the buffered lines, and between two updates of the progress.
  private static let period = Interval.milliseconds(250)

  /// True if the progress is shown to a user who is watching.
  var showsProgress = false
  private let only: PlayerSlot?
  private let end: Instant
  private var daemon: LocalClient
  private var loop: EventLoop
  private var packets = 0
  private var started = Clock.now()
  private var latest = Interval.zero
  private var nextFlush = Clock.now()
  private var isOver = false
  private var isDaemonGone = false
  private var isOtherVersion = false

  /// Connects to the daemon at `path`, to record the packets that it accepts until `end`.
  ///
  /// It records the packets of the player `only` or, with nil, of all players.
  ///
  /// - Throws: `SystemError` of the call that the kernel refused.
  init(of path: String, only: PlayerSlot?, until end: Instant) throws(SystemError) {
    var daemon = LocalClient(of: path)
    let loop = try EventLoop()
    try daemon.open(in: loop.poller, token: 0)
    self.daemon = daemon
    self.only = only
    self.end = end
    self.loop = loop
  }

  /// The number of packets and the duration of the recording, for the user.
  var summary: String {
    let cause =
      isOtherVersion ? "; the daemon is a different version" : isDaemonGone ? "; the daemon ended" : ""
    return "\(packets) packets in \((Clock.now() - started).seconds.fixed(1)) s recorded\(cause)"
  }

  /// Records into `sink` until `end`, a signal, or the loss of the daemon.
  ///
  /// - Throws: `SystemError` of `.write`.
  mutating func run(into sink: inout TraceSink) throws(SystemError) {
    daemon.watch(.trace)
    while !isOver {
      try advance(to: Clock.now(), &sink)
      guard !isOver else { break }
      switch loop.next(until: min(nextFlush, end)) {
      case .ready: try drain(into: &sink)
      case .signal: isOver = true
      case .time: break
      }
    }
    try sink.flush()
    if showsProgress { Stream.error.write("\r\u{1b}[K") }
  }

  private mutating func advance(to now: Instant, _ sink: inout TraceSink) throws(SystemError) {
    if now >= nextFlush {
      nextFlush = now + Recorder.period
      try sink.flush()
      if showsProgress { Stream.error.write("\r\(summary)\u{1b}[K") }
    }
    if now >= end { isOver = true }
  }

  private mutating func drain(into sink: inout TraceSink) throws(SystemError) {
    var buffer = LocalBuffer(repeating: 0)
    for _ in 0..<64 {
      guard let count = daemon.receive(into: &buffer) else { return }
      guard count > 0 else {
        isDaemonGone = true
        isOver = true
        return
      }
      try receive(buffer.span.extracting(first: count), into: &sink)
    }
  }

  /// Adds a traced packet to the trace; the time of the first packet is zero.
  private mutating func receive(_ bytes: Span<UInt8>, into sink: inout TraceSink) throws(SystemError) {
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
