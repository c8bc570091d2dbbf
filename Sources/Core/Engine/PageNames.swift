import Wire

/// The names that players on pages have chosen, by controller number; only the newest are kept.
struct PageNames: Sendable {
  /// The maximum number of names: four times the maximum number of players.
  static let limit = 64

  private var names: [(controller: UInt32, name: DeviceName)] = []

  /// Records `name` for the player of `controller`.
  mutating func note(_ name: DeviceName, of controller: UInt32) {
    names.removeAll { $0.controller == controller }
    if names.count == PageNames.limit { names.removeFirst() }
    names.append((controller, name))
  }

  /// Returns the name of the player of `controller`; nil if there is none.
  func name(of controller: UInt32) -> DeviceName? {
    names.first { $0.controller == controller }?.name
  }
}
