import Notation

/// An optional member of controls in form 2.
struct ControlMember: Sendable {
  private let name: String
  /// The types of controls that may have the member; nil for all.
  private let types: Set<ControlType>?
  /// Returns whether a value fits, in a control with these members.
  private let fits: @Sendable (JSON, Members) -> Bool
  /// True if each control of these types must have the member.
  private let isNeeded: Bool

  private init(
    _ name: String, _ types: Set<ControlType>? = nil, isNeeded: Bool = false,
    _ fits: @escaping @Sendable (JSON, Members) -> Bool
  ) {
    (self.name, self.types, self.isNeeded, self.fits) = (name, types, isNeeded, fits)
  }

  private static let all = [
    ControlMember("label") { value, _ in value.isText(most: 24) },
    ControlMember("shared") { value, _ in value.bool != nil },
    ControlMember("haptic", [.button, .cluster, .dpad, .pedal, .motion, .touchpad]) { value, _ in
      value.isWithin(0...20)
    },
    ControlMember("shape", [.button]) { value, _ in value.string == "round" },
    ControlMember("turbo", [.button]) { value, _ in value.isWithin(2...15) },
    ControlMember("toggle", [.button, .pedal]) { value, control in
      value.bool != nil && (control["type"]?.string == "button" || control["digital"]?.bool == true)
    },
    ControlMember("doubleTap", [.button, .lever]) { value, _ in isDoubleTap(value) },
    ControlMember("digital", [.pedal]) { value, _ in value.bool != nil },
    ControlMember("float", [.lever]) { value, _ in value.bool != nil },
    ControlMember("spring", [.lever]) { value, _ in isSpring(value) },
    ControlMember("lock", [.tilt]) { value, _ in value.isWithin(5...180) },
    ControlMember("mode", [.motion], isNeeded: true) { value, _ in
      ["hold", "off-while-held", "switch"].contains(value.string)
    },
    ControlMember("click", [.touchpad]) { value, _ in ["tap", "press", "none"].contains(value.string) },
  ]

  /// Returns the names of the wrong or missing members of a control of `type`.
  static func faults(of control: Members, _ type: ControlType) -> [String] {
    all.filter { member in
      let isKnown = member.types?.contains(type) ?? true
      guard let value = control[member.name] else { return member.isNeeded && isKnown }
      return !isKnown || !member.fits(value, control)
    }.map(\.name)
  }

  private static func isSpring(_ value: JSON) -> Bool {
    let axes = Members(of: value)
    return value.isObject
      && axes.names.allSatisfy { ["x", "y"].contains($0.text) && axes[$0.text]?.bool != nil }
  }

  private static func isDoubleTap(_ value: JSON) -> Bool {
    let members = Members(of: value)
    guard let button = members["out"]?.string, Output.isButton(button) else { return false }
    return members["within"].map { $0.isWithin(150...500) } ?? true
  }
}
