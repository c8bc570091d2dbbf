import Model

extension Button {
  /// The button's name as people write it, SDL's where SDL has one.
  var label: String { Button.labels[Int(rawValue)] }

  /// The button that `label` names; nil when there is none.
  init?(label: String) {
    guard let index = Button.labels.firstIndex(of: label) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// In the order of the buttons' numbers.
  private static let labels = [
    "a", "b", "c", "x", "y", "z", "leftshoulder", "rightshoulder", "lefttrigger", "righttrigger", "back",
    "start", "guide", "leftstick", "rightstick", "misc1", "dpup", "dpdown", "dpleft", "dpright", "extra1",
    "extra2", "extra3", "extra4", "extra5", "extra6", "extra7", "extra8", "extra9", "extra10", "extra11",
    "extra12",
  ]
}

extension Buttons {
  /// The names of the buttons that are down, in the order of their numbers.
  var labels: [String] { Button.allCases.filter { self[$0] }.map(\.label) }
}
