import Model

/// A gate between the buttons of a controller and its pad.
///
/// While the gate is shut, it withholds all presses; after it opens, it withholds presses that began earlier.
/// Reserved buttons never pass.
struct ButtonGate: Sendable {
  /// The buttons that belong to the host and never reach the pad.
  let reserved: Buttons
  /// True if the gate withholds all presses.
  private(set) var isShut = false
  /// The buttons that are down on the controller and withheld from the pad.
  private(set) var withheld: Buttons = []
  private var opened = Instant(nanoseconds: .min)
  private var hasReservedPress = false

  /// Creates an open gate that always withholds the `reserved` buttons.
  init(reserved: Buttons = []) {
    self.reserved = reserved
  }

  /// Withholds all presses from now on; the buttons in `held` are already down.
  mutating func shut(holding held: Buttons) {
    isShut = true
    withheld.formUnion(held)
  }

  /// Lets through the presses that begin at `now` or later.
  mutating func open(at now: Instant) {
    (isShut, opened) = (false, now)
  }

  /// Withholds an edge that arrived at `now`, unless it is for the pad.
  ///
  /// Returns whether ``withheld`` has changed; nil for an edge that is for the pad. If `isStale` is true, a
  /// press does not count as a press of a reserved button.
  mutating func withhold(_ edge: Edge, isStale: Bool = false, at now: Instant) -> Bool? {
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

  /// Filters `levels`, the buttons that are down: returns those that are for the pad, and withholds the others.
  ///
  /// Presses of reserved buttons are recorded.
  mutating func rest(of levels: Buttons) -> Buttons {
    note(levels.subtracting(withheld))
    withheld = isShut ? levels : levels.intersection(withheld.union(reserved))
    return levels.subtracting(withheld)
  }

  /// Returns whether a reserved button was pressed since the last call.
  mutating func consumeReservedPress() -> Bool {
    defer { hasReservedPress = false }
    return hasReservedPress
  }

  private mutating func note(_ presses: Buttons) {
    if !presses.isDisjoint(with: reserved) { hasReservedPress = true }
  }

  /// Returns whether the edge happened before the gate opened, although its packet arrived later.
  private func isFromBefore(_ edge: Edge, at now: Instant) -> Bool {
    now - .microseconds(edge.microseconds) < opened
  }
}
