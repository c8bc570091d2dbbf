import Model

/// A queue of the controller's presses and releases, numbered and in order, until the host has acknowledged them.
///
/// Its size is limited, even if the host acknowledges no edges or the controller sends no packets.
struct EdgeQueue: Sendable {
  /// The maximum number of edges in the queue; beyond it, the oldest edge is dropped.
  static let limit = 256

  private struct Numbered {
    var button: Int
    var isPress: Bool
    var time: Instant

    /// Returns the time from the edge to `now`, in units of 100 µs.
    func age(at now: Instant) -> UInt16 { UInt16(clamping: (now - time).microseconds / 100) }
  }

  /// The number of the oldest edge that is not acknowledged.
  private(set) var first: UInt16 = 0
  /// The number of edges recorded so far.
  private(set) var noted = 0
  /// The times at which further copies of a fresh edge are due, in order.
  private(set) var copies: [Instant] = []
  private var pending: [Numbered] = []
  private var safeLevels = StickButtons()

  /// Creates an empty queue whose first edge gets the number `first`.
  init(first: UInt16 = 0) { self.first = first }

  /// The number of the next edge.
  var next: UInt16 { first &+ UInt16(pending.count) }

  /// The number of edges that are not acknowledged.
  var count: Int { pending.count }

  /// The time of the oldest edge that is not acknowledged; nil if there is none.
  var oldest: Instant? { pending.first?.time }

  /// The buttons that are down after all edges so far.
  var levels: StickButtons { levels(after: pending.count) }

  /// Returns the buttons that are down after the `count` oldest unacknowledged edges.
  func levels(after count: Int) -> StickButtons {
    var levels = safeLevels
    for numbered in pending.prefix(count) { levels[numbered.button] = numbered.isPress }
    return levels
  }

  /// Records that the button with the number `button`, 0 to 127, was pressed or released at `time`.
  ///
  /// Returns false if the button was in that position already.
  mutating func note(_ button: Int, isPress: Bool, at time: Instant) -> Bool {
    guard levels[button] != isPress else { return false }
    noted += 1
    if pending.count == EdgeQueue.limit { drop(1) }
    pending.append(Numbered(button: button, isPress: isPress, time: time))
    copies = PacketStream.copyDelays.map { time + $0 }
    return true
  }

  /// Returns the oldest unacknowledged edges for a packet sent at `now`, or nil if all are acknowledged.
  ///
  /// Edges beyond a packet's capacity wait for a later packet.
  func log(at now: Instant) -> EdgeLog? {
    guard !pending.isEmpty else { return nil }
    var log = EdgeLog(first: first)
    for numbered in pending.prefix(EdgeLog.capacity) {
      guard let button = Button(rawValue: UInt8(numbered.button)) else { break }
      log.append(Edge(button, isPress: numbered.isPress, age: numbered.age(at: now)))
    }
    return log
  }

  /// Returns the oldest unacknowledged edges of a stick, as ``log(at:)`` does for a pad.
  func presses(at now: Instant) -> StickPresses? {
    guard !pending.isEmpty else { return nil }
    var presses = StickPresses(first: first)
    for numbered in pending.prefix(StickPresses.capacity) {
      presses.append(StickEdge(numbered.button, isPress: numbered.isPress, age: numbered.age(at: now)))
    }
    return presses
  }

  /// Records that a packet is sent at `now`, and drops the edges that are older than their lifetime.
  mutating func depart(at now: Instant) {
    drop(pending.prefix { now - $0.time > PacketStream.edgeLifetime }.count)
    copies.removeAll { $0 <= now }
  }

  /// Drops all edges, so that only the levels of the buttons count.
  mutating func settle() {
    drop(pending.count)
    copies = []
  }

  /// Removes the edges before number `next`, which the host has acknowledged; returns their number.
  @discardableResult
  mutating func acknowledge(through next: UInt16) -> Int {
    let count = Int(Int16(bitPattern: next &- first))
    guard count > 0, count <= pending.count else { return 0 }
    drop(count)
    return count
  }

  /// Drops the `count` oldest edges; their buttons stay in the positions that result from them.
  private mutating func drop(_ count: Int) {
    guard count > 0 else { return }
    safeLevels = levels(after: count)
    pending.removeFirst(count)
    first &+= UInt16(truncatingIfNeeded: count)
  }
}
