import Model

/// A queue that shows the edges of a stick to the game one by one, each long enough to be seen.
///
/// It follows the rules of ``PressQueue``, for 128 buttons. A full queue drops no edge: it shows its first
/// edge without waiting.
struct StickQueue: Sendable {
  /// The minimum time for which a button stays down or up: two polls of a game at 500 Hz.
  ///
  /// It is shorter than that of pads, because a rotary encoder presses its button 30 times a second.
  static let dwell = Interval.milliseconds(4)
  /// The buttons that the game sees as down.
  private(set) var shown = StickButtons()
  /// The buttons that the game will see as down after all waiting edges.
  private(set) var final = StickButtons()
  /// The number of edges shown before their time because the queue was full.
  private(set) var hurried: UInt64 = 0

  /// The waiting edges, each the number of its button, plus 0x80 for a press.
  private var waiting = InlineArray<256, UInt8>(repeating: 0)
  private var head = 0
  private var count = 0
  private var changed = InlineArray<128, Instant>(repeating: Instant(nanoseconds: .min / 2))

  /// Adds an edge of `button` after all others; returns false when the button already is, or will be, in that state.
  mutating func append(_ button: Int, isPress: Bool, at now: Instant) -> Bool {
    guard final[button] != isPress else { return false }
    if count == waiting.count {
      hurried += 1
      showFirst(at: now)
    }
    waiting[(head + count) & 255] = UInt8(button) | (isPress ? 0x80 : 0)
    count += 1
    final[button] = isPress
    return true
  }

  /// Adds the edges that lead from the final state to `levels`, lowest button first.
  mutating func append(leadingTo levels: StickButtons, at now: Instant) {
    var rest = levels.rawValue ^ final.rawValue
    while rest != 0 {
      let button = rest.trailingZeroBitCount
      _ = append(button, isPress: levels[button], at: now)
      rest &= rest - 1
    }
  }

  /// The deadline of the first waiting edge, or the distant future; mutating (docs/decisions/0005).
  var deadline: Instant {
    mutating get { count == 0 ? .distantFuture : changed[Int(waiting[head] & 0x7f)] + StickQueue.dwell }
  }

  /// Shows the first waiting edge if its deadline has passed.
  mutating func advance(to now: Instant) {
    if count > 0, deadline <= now { showFirst(at: now) }
  }

  /// Releases all buttons immediately and discards the waiting edges.
  mutating func release(at now: Instant) {
    for button in shown.numbers { changed[button] = now }
    (shown, final, count) = (StickButtons(), StickButtons(), 0)
  }

  private mutating func showFirst(at now: Instant) {
    let (button, isPress) = (Int(waiting[head] & 0x7f), waiting[head] & 0x80 != 0)
    head = (head + 1) & 255
    count -= 1
    shown[button] = isPress
    changed[button] = now
  }
}
