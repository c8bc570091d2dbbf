import Console
import Handset
import Model

extension Key {
  /// The meanings of the keys on one line, important keys first.
  static var summary: String {
    let buttons = bindings.map { $0.name == $0.button.label ? $0.name : "\($0.name)=\($0.button.label)" }
    return "arrows=tilt c=recentre esc=quit " + buttons.joined(separator: " ")
  }

  /// The meanings of the keys as a table.
  static var table: String {
    let others = [
      ("arrows", "tilt left, right, away and towards you"), ("c", "make the present tilt the centre"),
    ]
    let end = [("esc .", "quit, as does Ctrl-C")]
    return Console.table(others + bindings.map { ($0.name, $0.button.label) } + end)
  }
}
