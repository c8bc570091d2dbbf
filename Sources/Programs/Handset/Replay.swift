package import Model
package import Wire

/// A source that sends the packets of a trace at their recorded times; each player is a controller of its own.
package struct Replay: PacketSource, Sendable {
  private let trace: Trace
  private let start: Instant
  private let speed: Double
  private let token: UInt32
  private var next = 0
  private var speakers: [Speaker] = []
  private var current: [PlayerSlot: Int] = [:]

  /// Creates a replay of `trace` from `start` onwards, `speed` times as fast; the controllers' tokens begin at `token`.
  package init(_ trace: Trace, at start: Instant, speed: Double, token: UInt32) {
    self.trace = trace
    self.start = start
    self.speed = speed
    self.token = token
  }

  package var nextDue: Instant { isFinished ? .distantFuture : due(trace.entries[next]) }
  package var isFinished: Bool { next == trace.entries.count }
  package var isSettled: Bool { speakers.allSatisfy(\.isSettled) }

  package mutating func packet(at now: Instant) -> Datagram<512>? {
    guard !isFinished, due(trace.entries[next]) <= now else { return nil }
    let entry = trace.entries[next]
    next += 1
    return speakers[speaker(for: entry.slot)].packet(entry.frames.span)
  }

  package mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    for index in speakers.indices { speakers[index].receive(bytes, at: now) }
  }

  /// Ends the replay; releases no control, since the goodbye does that.
  package mutating func rest(at now: Instant) {
    next = trace.entries.count
  }

  package mutating func farewells(at now: Instant) -> [Datagram<512>] {
    speakers.indices.filter { !speakers[$0].hasLeft }.map { speakers[$0].farewell() }
  }

  package func tally(at now: Instant) -> Tally {
    var tally = Tally(acknowledged: speakers.contains(where: \.isAsked) ? 0 : nil)
    for speaker in speakers {
      tally.edges += speaker.edges
      if speaker.isAsked { tally.acknowledged = (tally.acknowledged ?? 0) + speaker.acknowledged }
    }
    tally.silence = speakers.compactMap(\.answered).max().map { now - $0 }
    return tally
  }

  private func due(_ entry: Trace.Entry) -> Instant {
    start + Interval(nanoseconds: Int64(Double(entry.time.nanoseconds) / speed))
  }

  /// Returns the index of the speaker for `slot`, which gets a new speaker after a goodbye.
  private mutating func speaker(for slot: PlayerSlot) -> Int {
    if let index = current[slot], !speakers[index].hasLeft { return index }
    speakers.append(Speaker(token: token &+ UInt32(truncatingIfNeeded: speakers.count)))
    current[slot] = speakers.count - 1
    return speakers.count - 1
  }
}

/// A controller of a replay.
private struct Speaker: Sendable {
  let token: UInt32
  /// True if the controller's last packet said goodbye.
  private(set) var hasLeft = false
  /// True if the host has to acknowledge the controller's packets; bare TILT packets get no acknowledgement.
  private(set) var isAsked = false
  /// The time of the host's last acknowledgement; nil before the first.
  private(set) var answered: Instant?
  private var sequence: UInt16 = 0
  private var firstEdge: UInt16?
  private var nextEdge: UInt16 = 0
  private var nextExpected: UInt16?

  init(token: UInt32) {
    self.token = token
  }

  /// The number of edges in the controller's packets.
  var edges: Int { firstEdge.map { Int(nextEdge &- $0) } ?? 0 }

  /// The number of the controller's edges acknowledged by the host.
  var acknowledged: Int {
    guard let firstEdge, let nextExpected else { return 0 }
    return min(edges, max(0, Int(Int16(bitPattern: nextExpected &- firstEdge))))
  }

  /// True if the host has acknowledged everything that it has to acknowledge, or if the controller has left.
  var isSettled: Bool {
    hasLeft || !isAsked || (answered != nil && (firstEdge == nil || nextExpected == nextEdge))
  }

  /// Returns the controller's next packet, with `frames` unchanged.
  mutating func packet(_ frames: Span<UInt8>) -> Datagram<512> {
    if let frames = try? ControllerFrames(parsing: frames, from: 0) { note(frames) }
    var datagram = header()
    datagram.append(contentsOf: frames)
    return datagram
  }

  mutating func farewell() -> Datagram<512> {
    var datagram = header()
    ControllerFrames.goodbye.write(to: &datagram)
    return datagram
  }

  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    guard let header = try? PlainHeader(parsing: bytes), header.token == token,
      let frames = try? HostFrames(parsing: bytes, from: PlainHeader.size),
      let acknowledgement = frames.acknowledgement
    else { return }
    answered = now
    nextExpected = acknowledgement.nextEdge
  }

  private mutating func header() -> Datagram<512> {
    var datagram = Datagram<512>()
    PlainHeader(sequence: sequence, token: token).write(to: &datagram)
    sequence &+= 1
    return datagram
  }

  private mutating func note(_ frames: ControllerFrames) {
    hasLeft = frames.control?.code == ControlMessage.Code.bye.rawValue
    isAsked = isAsked || frames.state?.nextEdge != nil || frames.edges != nil
    guard let edges = frames.edges else { return }
    if firstEdge == nil {
      firstEdge = edges.first
      nextEdge = edges.first
    }
    if Int16(bitPattern: edges.next &- nextEdge) > 0 { nextEdge = edges.next }
  }
}
