import Model

/// The presses and releases of a controller, in order and numbered, until the host has them.
struct EdgeQueue: Sendable {
  private struct Numbered {
    var edge: Edge
    var time: Instant
  }

  /// The number of the oldest edge that is not safe.
  private(set) var first: UInt16 = 0
  /// How many edges were noted so far.
  private(set) var noted = 0
  /// When further copies of a fresh edge are due, the next one first.
  private(set) var copies: [Instant] = []
  private var pending: [Numbered] = []
  private var safeLevels: Buttons = []

  /// How many edges are not safe.
  var count: Int { pending.count }

  /// Which buttons are down, after all edges so far.
  var levels: Buttons { levels(after: pending.count) }

  /// Which buttons are down after the `count` oldest edges that are not safe.
  func levels(after count: Int) -> Buttons {
    var levels = safeLevels
    for numbered in pending.prefix(count) { levels[numbered.edge.button] = numbered.edge.isPress }
    return levels
  }

  /// Notes that `button` was pressed or released at `time`; whether that is new.
  mutating func note(_ button: Button, isPress: Bool, at time: Instant) -> Bool {
    guard levels[button] != isPress else { return false }
    noted += 1
    pending.append(Numbered(edge: Edge(button, isPress: isPress), time: time))
    copies = PacketStream.copyDelays.map { time + $0 }
    return true
  }

  /// The oldest edges that are not safe; the ones beyond a packet's room wait for their turn.
  func log(at now: Instant) -> EdgeLog? {
    guard !pending.isEmpty else { return nil }
    var log = EdgeLog(first: first)
    for numbered in pending.prefix(EdgeLog.capacity) {
      let age = UInt16(clamping: (now - numbered.time).microseconds / 100)
      log.append(Edge(numbered.edge.button, isPress: numbered.edge.isPress, age: age))
    }
    return log
  }

  /// Notes that a packet leaves at `now`, and gives up the edges that are too old for it.
  mutating func depart(at now: Instant) {
    let old = pending.prefix { now - $0.time > PacketStream.edgeLifetime }.count
    acknowledge(through: first &+ UInt16(old))
    copies.removeAll { $0 <= now }
  }

  /// Gives all edges up: only the levels count.
  mutating func settle() {
    acknowledge(through: first &+ UInt16(pending.count))
    copies = []
  }

  /// Forgets the edges before number `next`; returns how many there were.
  @discardableResult
  mutating func acknowledge(through next: UInt16) -> Int {
    let count = Int(Int16(bitPattern: next &- first))
    guard count > 0, count <= pending.count else { return 0 }
    safeLevels = levels(after: count)
    pending.removeFirst(count)
    first &+= UInt16(count)
    return count
  }
}
