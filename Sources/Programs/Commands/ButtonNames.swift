import Model

extension Button {
  /// The button's name for people: the name that SDL uses, if SDL has one.
  var label: String { Button.labels[Int(rawValue)] }

  /// Creates the button that is called `label`; nil when no button has that name.
  init?(label: String) {
    guard let index = Button.labels.firstIndex(of: label) else { return nil }
    self.init(rawValue: UInt8(index))
  }

  /// The names of the buttons, in the order of the buttons' numbers.
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
