import Model

/// The buttons of a shared pad; each button keeps each state for long enough to be seen.
///
/// The edges of several members can be closer together than those of one member. Unlike in a queue, delays do
/// not add up: a button is at most one ``dwell`` late, or two after ``interrupt(_:)``. A press that has to
/// wait is remembered until it has been shown (docs/decisions/0065).
struct EdgeSpacing {
  /// The minimum time for which a button stays down or up.
  var dwell: Interval
  /// The buttons that the game sees as down.
  private(set) var shown: Buttons = []
  private var wanted: Buttons = []
  /// The buttons whose press has not been shown yet, although it may be over.
  private var unseen: Buttons = []
  /// The buttons that have to be released once before they follow the members again.
  private var interrupted: Buttons = []
  private var changed: InlineArray<32, Instant>

  /// Creates buttons of which `shown` are down; each button counts as changed at `now`.
  init(dwell: Interval, showing shown: Buttons = [], at now: Instant = Instant(nanoseconds: 0)) {
    (self.dwell, self.shown, wanted) = (dwell, shown, shown)
    changed = InlineArray(repeating: now)
  }

  /// Shows each of those `buttons` that are down as released once, before it follows the members again.
  mutating func interrupt(_ buttons: Buttons) {
    interrupted.formUnion(buttons.intersection(shown))
    wanted.subtract(interrupted)
  }

  /// Follows the members, who hold `buttons` from `now` on.
  mutating func follow(_ buttons: Buttons, at now: Instant) {
    let presses = buttons.subtracting(wanted)
    unseen.formUnion(presses.subtracting(shown).union(presses.intersection(interrupted)))
    wanted = buttons
    advance(to: now)
  }

  /// Shows the changes that are due by `now`.
  mutating func advance(to now: Instant) {
    var rest = late.rawValue
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      guard changed[index] + dwell <= now else { continue }
      changed[index] = now
      let button = Buttons(rawValue: 1 << UInt32(index))
      shown.formSymmetricDifference(button)
      if shown.isSuperset(of: button) { unseen.subtract(button) } else { interrupted.subtract(button) }
    }
  }

  /// The time of the next change; the distant future if everything is shown.
  var deadline: Instant {
    mutating get {
      var (next, rest) = (Instant.distantFuture, late.rawValue)
      while rest != 0 {
        next = min(next, changed[rest.trailingZeroBitCount] + dwell)
        rest &= rest - 1
      }
      return next
    }
  }

  /// The buttons whose shown state has to change.
  private var late: Buttons { wanted.union(unseen).subtracting(interrupted) ^ shown }
}
