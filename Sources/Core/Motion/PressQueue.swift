import Model

/// A queue that shows edges to the game one by one, each long enough to be seen.
///
/// A game that polls at 60 Hz can miss a press shorter than 17 ms, so a button keeps each state for at least
/// ``dwell``; later edges wait, in order. A full queue drops no edge: it shows its first edge without
/// waiting, and counts that edge in ``hurried``.
struct PressQueue: Sendable {
  /// The minimum time for which a button stays down or up.
  var dwell: Interval
  /// The buttons that the game sees as down.
  private(set) var shown: Buttons = []
  /// The buttons that the game will see as down after all waiting edges.
  private(set) var final: Buttons = []
  /// The number of edges shown before their time because the queue was full.
  private(set) var hurried: UInt64 = 0

  private var waiting = InlineArray<64, Edge>(repeating: Edge(.a, isPress: false))
  private var head = 0
  private var count = 0
  private var changed = InlineArray<32, Instant>(repeating: Instant(nanoseconds: .min / 2))

  init(dwell: Interval) {
    self.dwell = dwell
  }

  /// Adds an edge after all others; returns false when the button already is, or will be, in that state.
  mutating func append(_ edge: Edge, at now: Instant) -> Bool {
    guard final[edge.button] != edge.isPress else { return false }
    if count == waiting.count {
      hurried += 1
      showFirst(at: now)
    }
    waiting[(head + count) & 63] = edge
    count += 1
    final[edge.button] = edge.isPress
    return true
  }

  /// Adds the edges that lead from the final state to `levels`, lowest button first.
  mutating func append(leadingTo levels: Buttons, at now: Instant) {
    var rest = (levels ^ final).rawValue
    while rest != 0 {
      if let button = Button(rawValue: UInt8(rest.trailingZeroBitCount)) {
        _ = append(Edge(button, isPress: levels[button]), at: now)
      }
      rest &= rest - 1
    }
  }

  /// The deadline of the first waiting edge, or the distant future; mutating (docs/decisions/0005).
  var deadline: Instant {
    mutating get { count == 0 ? .distantFuture : changed[Int(waiting[head].button.rawValue)] + dwell }
  }

  /// Shows the first waiting edge if its deadline has passed.
  mutating func advance(to now: Instant) {
    if deadline <= now { showFirst(at: now) }
  }

  /// Releases all buttons immediately and discards the waiting edges.
  mutating func release(at now: Instant) {
    for button in Button.allCases where shown[button] { changed[Int(button.rawValue)] = now }
    shown = []
    final = []
    count = 0
  }

  private mutating func showFirst(at now: Instant) {
    let edge = waiting[head]
    head = (head + 1) & 63
    count -= 1
    shown[edge.button] = edge.isPress
    changed[Int(edge.button.rawValue)] = now
  }
}
