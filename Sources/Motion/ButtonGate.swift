import Model

/// Decides which presses are for the pad: none while the gate is shut, and afterwards none that began before.
///
/// Buttons that are reserved never are.
struct ButtonGate: Sendable {
  /// Buttons that are the host's and never the pad's.
  let reserved: Buttons
  /// Whether no press is for the pad.
  private(set) var isShut = false
  /// What is held down at the controller and is not for the pad.
  private(set) var withheld: Buttons = []
  private var opened = Instant(nanoseconds: .min)
  private var hasReservedPress = false

  /// An open gate, of which the `reserved` buttons stay before it.
  init(reserved: Buttons = []) {
    self.reserved = reserved
  }

  /// Lets no press through from now on; the buttons `held` are down already.
  mutating func shut(holding held: Buttons) {
    isShut = true
    withheld.formUnion(held)
  }

  /// Lets presses through that begin from `now` on.
  mutating func open(at now: Instant) {
    (isShut, opened) = (false, now)
  }

  /// Takes an edge that came `now`, unless it is for the pad: whether that changed what is known, or nil.
  ///
  /// A press that `isStale` switches nothing.
  mutating func takes(_ edge: Edge, isStale: Bool = false, at now: Instant) -> Bool? {
    let isDown = withheld[edge.button]
    guard isShut || reserved[edge.button] || (edge.isPress ? isFromBefore(edge, at: now) : isDown) else {
      withheld[edge.button] = false
      return nil
    }
    withheld[edge.button] = edge.isPress
    guard isDown != edge.isPress else { return false }
    if edge.isPress, !isStale { note(Buttons(edge.button)) }
    return true
  }

  /// What of the buttons that are down, `levels`, is for the pad.
  mutating func rest(of levels: Buttons) -> Buttons {
    note(levels.subtracting(withheld))
    withheld = isShut ? levels : levels.intersection(withheld.union(reserved))
    return levels.subtracting(withheld)
  }

  /// Whether a reserved button was pressed since the last time.
  mutating func takeReservedPress() -> Bool {
    defer { hasReservedPress = false }
    return hasReservedPress
  }

  private mutating func note(_ presses: Buttons) {
    if !presses.isDisjoint(with: reserved) { hasReservedPress = true }
  }

  /// Whether the edge happened while the gate was shut, though its packet came later.
  private func isFromBefore(_ edge: Edge, at now: Instant) -> Bool {
    now - Interval.microseconds(100 * Int64(edge.age)) < opened
  }
}
