import Model
import Notation

/// A control of a layout.
struct Control {
  /// The reasons why a value is not a control.
  enum Refusal: String, Error {
    case unknownType = "unknown type"
    case output
  }

  /// The outputs that the control moves.
  let outputs: [String]
  /// True if other controls may move the same outputs.
  let isShared: Bool
  /// The names of the members that are wrong, missing, or not allowed for the type.
  let faults: [String]

  /// Reads a control of form 2 if `isNew`, and of form 1 otherwise.
  static func read(_ value: JSON?, isNew: Bool) -> Result<Control, Refusal> {
    let members = Members(of: value ?? .null)
    guard let name = members["type"]?.string, let type = ControlType(rawValue: name), isNew || !type.isNew
    else { return .failure(.unknownType) }
    guard let outputs = type.outputs(members["out"], isNew: isNew) else { return .failure(.output) }
    return .success(Control(type, outputs, members, isNew: isNew))
  }

  private init(_ type: ControlType, _ own: [String], _ members: Members, isNew: Bool) {
    let edge = members["edgeAction"]
    var faults = isNew ? ControlMember.faults(of: members, type) : []
    if let edge, !Control.isEdgeAction(edge) { faults.append("edgeAction") }
    if let word = members["word"], word.string == nil { faults.append("word") }
    let more = [edge, isNew ? members["doubleTap"] : nil].compactMap { value -> String? in
      guard let output = value.map(Members.init(of:))?["out"]?.string, Output.isButton(output) else {
        return nil
      }
      return output
    }
    let pressesPad = type == .rim || (type == .touchpad && members["click"]?.string != "none")
    let pad = pressesPad ? ["PAD"] : []
    (self.faults, outputs, isShared) = (faults, own + more + pad, members["shared"]?.bool == true)
  }

  /// Returns whether `value` is a valid `edgeAction`: a button, and the share of the lever's travel beyond which it is
  /// pressed.
  private static func isEdgeAction(_ value: JSON) -> Bool {
    let members = Members(of: value)
    guard let share = members["at"], let button = members["out"]?.string else { return false }
    return share.isWithin(0...1) && share.double != 0 && Output.isButton(button)
  }
}

/// The names of outputs in layouts.
enum Output {
  static let axes: Set<String> = ["lx", "ly", "rx", "ry"]
  static let triggers: Set<String> = ["LT", "RT"]
  private static let buttons = Set(Button.allCases.compactMap { $0.word.map { Name($0.uppercased()) } })

  /// Returns whether `name` is that of a button.
  static func isButton(_ name: String) -> Bool { buttons.contains(Name(name)) }
}

/// The types of controls.
enum ControlType: String {
  case button, cluster, dpad, pedal, lever, slider, tilt, bar, players, motion, touchpad, rim

  /// True if only form 2 has the type.
  var isNew: Bool { [.motion, .touchpad, .rim].contains(self) }

  /// The maximum number of outputs of a chord.
  private static let mostOutputs = 4

  /// Returns the outputs of a control with the member `out`; nil if the member does not fit the type.
  func outputs(_ out: JSON?, isNew: Bool) -> [String]? {
    switch self {
    case .button: ControlType.chord(out, isNew, Output.isButton)
    case .pedal: ControlType.chord(out, isNew) { Output.isButton($0) || Output.triggers.contains($0) }
    case .cluster: out == nil ? ["A", "B", "X", "Y"] : nil
    case .dpad: out == nil ? ["UP", "DOWN", "LEFT", "RIGHT"] : nil
    case .players, .motion: out == nil ? [] : nil
    case .touchpad: out == nil ? ["touchpad"] : nil
    case .lever: ControlType.pair(out)
    case .slider, .tilt, .rim: ControlType.axis(out).map { [$0] }
    case .bar: ControlType.axis(out).map { _ in [] }
    }
  }

  private static func axis(_ out: JSON?) -> String? {
    out?.string.flatMap { Output.axes.contains($0) ? $0 : nil }
  }

  /// Returns the output `out` or, in form 2, the outputs in the list `out`; nil unless all of them are
  /// different and pass `test`.
  private static func chord(_ out: JSON?, _ isNew: Bool, _ test: (String) -> Bool) -> [String]? {
    if let name = out?.string { return test(name) ? [name] : nil }
    guard isNew, let elements = out?.elements, (1...mostOutputs).contains(elements.count) else { return nil }
    let names = elements.compactMap(\.string)
    return names.count == elements.count && Set(names).count == names.count && names.allSatisfy(test)
      ? names : nil
  }

  /// Returns the axes of a lever, of which one may be null.
  private static func pair(_ out: JSON?) -> [String]? {
    guard let elements = out?.elements, elements.count == 2 else { return nil }
    let names = elements.compactMap(axis)
    let areNull = elements.count { if case .null = $0 { true } else { false } }
    return !names.isEmpty && names.count + areNull == 2 ? names : nil
  }
}
