import Wire

/// What players on pages want to be called, by the numbers of their controllers; of the newest ones only.
struct PageNames: Sendable {
  /// The most names: four times the most players.
  static let limit = 64

  private var names: [(controller: UInt32, name: DeviceName)] = []

  /// Notes that the player of `controller` is called `name`.
  mutating func note(_ name: DeviceName, of controller: UInt32) {
    names.removeAll { $0.controller == controller }
    if names.count == PageNames.limit { names.removeFirst() }
    names.append((controller, name))
  }

  /// What the player of `controller` is called; nil when nobody has said.
  func name(of controller: UInt32) -> DeviceName? {
    names.first { $0.controller == controller }?.name
  }
}
