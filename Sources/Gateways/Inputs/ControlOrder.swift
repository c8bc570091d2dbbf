import Dialects
import Model

/// The meanings of the controls of a pad that its user has designed.
///
/// A known name determines its control's meaning. Controls with unknown names get the meanings of a fixed
/// list, in the order in which they appear, even if a known name has the same meaning.
struct ControlOrder: Hashable, Sendable {
  /// The sides of a pad: left and right.
  enum Side: Sendable {
    case left, right
  }

  /// The known names of buttons, in upper or lower case.
  private static let buttons = known(
    [
      ("A", .a), ("B", .b), ("X", .x), ("Y", .y), ("LB", .leftShoulder), ("RB", .rightShoulder),
      ("LT", .leftTrigger), ("RT", .rightTrigger), ("BACK", .back), ("START", .start), ("GUIDE", .guide),
      ("LS", .leftStick), ("RS", .rightStick), ("UP", .dpadUp), ("DOWN", .dpadDown), ("LEFT", .dpadLeft),
      ("RIGHT", .dpadRight),
    ] as [(String, Button)])
  private static let sticks = known([("L", Side.left), ("R", .right)])
  private static let triggers = known([("LT", Side.left), ("RT", .right)])
  /// The buttons for unknown names, in the order of assignment.
  private static let others: [Button] = [
    .a, .b, .x, .y, .leftShoulder, .rightShoulder, .back, .start, .guide, .leftStick, .rightStick,
  ]

  private var unknownButtons: [ControlName] = []
  private var unknownSticks: [ControlName] = []
  private var unknownTriggers: [ControlName] = []

  /// Returns the button that the control `name` presses; nil if unknown names have used up ``others``.
  mutating func button(_ name: ControlName) -> Button? {
    ControlOrder.meaning(of: name, in: ControlOrder.buttons, &unknownButtons, ControlOrder.others)
  }

  /// Returns the side of the stick that the control `name` moves; nil from the third unknown name on.
  mutating func stick(_ name: ControlName) -> Side? {
    ControlOrder.meaning(of: name, in: ControlOrder.sticks, &unknownSticks, [.left, .right])
  }

  /// Returns the side of the trigger that the control `name` pulls; nil from the third unknown name on.
  mutating func trigger(_ name: ControlName) -> Side? {
    ControlOrder.meaning(of: name, in: ControlOrder.triggers, &unknownTriggers, [.left, .right])
  }

  private static func known<Meaning>(
    _ words: [(String, Meaning)]
  ) -> [(name: ControlName, meaning: Meaning)] {
    words.flatMap { word, meaning in
      [word, word.lowercased()].compactMap { ControlName($0) }.map { ($0, meaning) }
    }
  }

  private static func meaning<Meaning>(
    of name: ControlName, in known: [(name: ControlName, meaning: Meaning)], _ unknown: inout [ControlName],
    _ others: [Meaning]
  ) -> Meaning? {
    if let word = known.first(where: { $0.name == name }) { return word.meaning }
    if let index = unknown.firstIndex(of: name) { return others[index] }
    guard unknown.count < others.count else { return nil }
    unknown.append(name)
    return others[unknown.count - 1]
  }
}
