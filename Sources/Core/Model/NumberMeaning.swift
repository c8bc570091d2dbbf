/// The meaning of the numbers in one message from a third-party controller.
///
/// The configuration writes it as words, for example `lx ly` or `accel g`.
public enum NumberMeaning: Hashable, Sendable {
  /// A control for each number, in order; nil for a number that moves nothing.
  case controls([Control?], Scale)
  /// Acceleration along x, y and z of the screen; 1 g is `scale` units.
  ///
  /// `scale` is negative if the sender reports gravity as an acceleration downwards.
  case acceleration(scale: Float)
  /// Rotation about x, y and z of the screen; 1 °/s is `scale` units.
  case rotation(scale: Float)

  /// The maximum number of OSC addresses to which a configuration may give a meaning.
  public static let limit = 64

  /// A control that a number moves.
  public enum Control: Hashable, Sendable {
    /// A button, which is pressed at 0.75 and above and released at 0.625 and below.
    case button(Button)
    /// An axis.
    case axis(Axis)
  }

  /// The axes that numbers can move: those of the sticks, the triggers, and the three angles of the tilt.
  public enum Axis: String, CaseIterable, Sendable {
    /// An axis of a stick; positive is to the right, or up.
    case leftX = "lx", leftY = "ly", rightX = "rx", rightY = "ry"
    /// A trigger, 0 to 1.
    case leftTrigger = "lt", rightTrigger = "rt"
    /// An angle of the tilt.
    case roll, pitch, yaw
  }

  /// The scales of numbers for sticks and angles.
  public enum Scale: String, CaseIterable, Sendable {
    /// Numbers from 0 to 1 for sticks, and angles in rad.
    case radians = "rad"
    /// Numbers from −1 to 1 for sticks, and angles in rad.
    case signed
    /// Numbers from 0 to 1 for sticks, and angles in degrees.
    case degrees = "deg"
  }

  private static let gravity: Float = 9.806_65

  /// The words for the units of acceleration and rotation, with the number of units in 1 g or 1 °/s.
  private static let units: [(sensor: String, unit: String, meaning: NumberMeaning)] = [
    ("accel", "g", .acceleration(scale: 1)), ("accel", "-g", .acceleration(scale: -1)),
    ("accel", "m/s2", .acceleration(scale: gravity)), ("accel", "-m/s2", .acceleration(scale: -gravity)),
    ("gyro", "rad/s", .rotation(scale: .pi / 180)), ("gyro", "deg/s", .rotation(scale: 1)),
  ]

  /// All controls by name.
  public static let controls: [(word: String, control: Control)] =
    Button.allCases.compactMap { button in button.word.map { ($0, .button(button)) } }
    + Axis.allCases.map { ($0.rawValue, .axis($0)) }

  /// Creates the meaning from `words`, which are separated by spaces or commas.
  ///
  /// The words name a sensor and its unit, or one to eight controls and optionally a ``Scale``. A hyphen in
  /// place of a control means a number that moves nothing. The result is nil for any other words.
  public init?(_ words: String) {
    var words = words.lowercased().split { " ,\t".contains($0) }.map(String.init)
    if let known = NumberMeaning.units.first(where: { [$0.sensor, $0.unit] == words }) {
      self = known.meaning
      return
    }
    let scale = words.last.flatMap(Scale.init)
    if scale != nil { words.removeLast() }
    var controls: [Control?] = []
    for word in words {
      let control = NumberMeaning.controls.first { $0.word == word }?.control
      guard control != nil || word == "-" else { return nil }
      controls.append(control)
    }
    guard (1...8).contains(controls.count) else { return nil }
    self = .controls(controls, scale ?? .radians)
  }

  /// Creates the meaning of the control that is called `word`, in upper or lower case; nil for any other word.
  public init?(control word: String) {
    guard let known = NumberMeaning.controls.first(where: { $0.word == word.lowercased() }) else {
      return nil
    }
    self = .controls([known.control], .radians)
  }

  /// The number of values that a message must have.
  public var count: Int {
    switch self {
    case .controls(let controls, _): controls.count
    case .acceleration, .rotation: 3
    }
  }
}
