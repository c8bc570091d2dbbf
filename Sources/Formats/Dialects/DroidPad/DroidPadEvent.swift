import Notation

/// A message from the Android app DroidPad: a moved control, or a sensor's reading.
///
/// It is a JSON object or, over Bluetooth, the same values as CSV. Source: the app's event classes, version 3.12.0.
public enum DroidPadEvent: Hashable, Sendable {
  /// A control has moved.
  case control(ControlName, DroidPadChange)
  /// Acceleration in m/s², including gravity, in Android's frame: x right, y to the top edge, z out of the screen.
  case acceleration(Vector)
  /// Rotation in rad/s, right-handed, in the frame of ``acceleration(_:)``.
  case rotation(Vector)

  /// The default port in the app's settings, for TCP and UDP.
  public static let port: UInt16 = 8_080
  /// The size of the largest message, in bytes.
  public static let longest = 1_024

  /// Decodes the message in `bytes`: JSON if it begins with a brace, otherwise CSV.
  ///
  /// - Throws: `size`, `syntax`, `depth`, `notFinite`, `field`, `name`, `range`, or `kind` for an unknown type of
  ///   control.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard !bytes.isEmpty, bytes.count <= DroidPadEvent.longest else { throw .size }
    var first = 0
    while first < bytes.count, bytes[first] <= 0x20 { first += 1 }
    if first < bytes.count, bytes[first] == UInt8(ascii: "{") {
      try self.init(json: bytes)
    } else {
      try self.init(csv: bytes)
    }
  }

  private init(json bytes: Span<UInt8>) throws(DialectDrop) {
    let members = try JSONMembers(parsing: bytes)
    let type = try members.text("type", in: bytes)
    guard let kind = DroidPadKind(bytes.extracting(type)) else { throw .kind }
    switch kind {
    case .accelerometer: self = .acceleration(try members.vector(within: SensorLimit.acceleration, in: bytes))
    case .gyroscope: self = .rotation(try members.vector(within: SensorLimit.rotation, in: bytes))
    case .switch:
      guard case .bool(let isOn) = members.value("state", in: bytes) else { throw .field }
      self = .control(try members.name("id", in: bytes), .switch(isOn: isOn))
    case .button:
      let state = try DroidPadPress(bytes.extracting(try members.text("state", in: bytes)))
      self = .control(try members.name("id", in: bytes), .button(state))
    case .dpad:
      let direction = try DroidPadDirection(bytes.extracting(try members.text("button", in: bytes)))
      let state = try DroidPadPress(bytes.extracting(try members.text("state", in: bytes)))
      self = .control(try members.name("id", in: bytes), .dpad(direction, state))
    case .joystick:
      let x = try members.number("x", within: DroidPadChange.mostPosition, in: bytes)
      let y = try members.number("y", within: DroidPadChange.mostPosition, in: bytes)
      self = .control(try members.name("id", in: bytes), .joystick(x: x, y: y))
    case .slider, .stepSlider:
      let value = try members.number("value", within: DroidPadChange.mostValue, in: bytes)
      self = .control(try members.name("id", in: bytes), .slider(value))
    case .wheel:
      let angle = try members.number("angle", within: DroidPadChange.mostAngle, in: bytes)
      self = .control(try members.name("id", in: bytes), .wheel(angle))
    }
  }

  private init(csv bytes: Span<UInt8>) throws(DialectDrop) {
    let fields = try CSVFields(parsing: bytes)
    if let sensor = DroidPadKind(bytes.extracting(fields[0])), sensor.isSensor {
      guard fields.count == 4 else { throw .field }
      let limit = sensor == .gyroscope ? SensorLimit.rotation : SensorLimit.acceleration
      let vector = Vector(
        x: try fields.number(1, in: bytes), y: try fields.number(2, in: bytes),
        z: try fields.number(3, in: bytes))
      try vector.check(within: limit)
      self = sensor == .gyroscope ? .rotation(vector) : .acceleration(vector)
      return
    }
    guard fields.count >= 2 else { throw .syntax }
    guard let kind = DroidPadKind(bytes.extracting(fields[1])), !kind.isSensor else { throw .kind }
    guard fields.count == kind.fields else { throw .field }
    let change: DroidPadChange
    switch kind {
    case .switch: change = .switch(isOn: try fields.bool(2, in: bytes))
    case .button: change = .button(try DroidPadPress(bytes.extracting(fields[2])))
    case .dpad:
      change = .dpad(
        try DroidPadDirection(bytes.extracting(fields[2])), try DroidPadPress(bytes.extracting(fields[3])))
    case .joystick: change = .joystick(x: try fields.number(2, in: bytes), y: try fields.number(3, in: bytes))
    case .slider, .stepSlider: change = .slider(try fields.number(2, in: bytes))
    default: change = .wheel(try fields.number(2, in: bytes))
    }
    guard change.isInRange else { throw .range }
    self = .control(try ControlName(bytes.extracting(fields[0])), change)
  }
}

/// The movements of DroidPad's controls.
public enum DroidPadChange: Hashable, Sendable {
  /// A switch was turned on or off.
  case `switch`(isOn: Bool)
  /// A button was pressed, released or clicked.
  case button(DroidPadPress)
  /// A button of a d-pad was pressed, released or clicked.
  case dpad(DroidPadDirection, DroidPadPress)
  /// The position of a stick: −1 (left, down) to 1 (right, up), or up to a hundredth beyond through rounding.
  ///
  /// A released stick is at 0 and 0.
  case joystick(x: Float, y: Float)
  /// The value of a slider.
  ///
  /// Its range is set by the user, 0 to 10 by default; the message does not contain it.
  case slider(Float)
  /// The clockwise angle of a wheel, in degrees; up to ±360 by default.
  case wheel(Float)

  static let mostPosition = 1.01
  static let mostValue = 1e9
  static let mostAngle = 36_000.0

  fileprivate var isInRange: Bool {
    switch self {
    case .joystick(let x, let y): Double(max(x.magnitude, y.magnitude)) <= DroidPadChange.mostPosition
    case .slider(let value): Double(value.magnitude) <= DroidPadChange.mostValue
    case .wheel(let angle): Double(angle.magnitude) <= DroidPadChange.mostAngle
    default: true
    }
  }
}

/// The states of DroidPad's buttons.
public enum DroidPadPress: CaseIterable, Sendable {
  /// The button went down, or went up.
  case press, release
  /// The button went down and up.
  ///
  /// A button with the property "use click action" reports only this, on its release.
  case click

  init(_ word: Span<UInt8>) throws(DialectDrop) {
    if word.equals("PRESS", in: word.indices) {
      self = .press
    } else if word.equals("RELEASE", in: word.indices) {
      self = .release
    } else if word.equals("CLICK", in: word.indices) {
      self = .click
    } else {
      throw .field
    }
  }
}

/// The buttons of DroidPad's d-pad.
public enum DroidPadDirection: CaseIterable, Sendable {
  /// A direction.
  case up, down, left, right

  init(_ word: Span<UInt8>) throws(DialectDrop) {
    if word.equals("UP", in: word.indices) {
      self = .up
    } else if word.equals("DOWN", in: word.indices) {
      self = .down
    } else if word.equals("LEFT", in: word.indices) {
      self = .left
    } else if word.equals("RIGHT", in: word.indices) {
      self = .right
    } else {
      throw .field
    }
  }
}

/// The types of DroidPad's messages.
private enum DroidPadKind: CaseIterable {
  case `switch`, button, dpad, joystick, slider, stepSlider, wheel, accelerometer, gyroscope

  var word: StaticString {
    switch self {
    case .switch: "SWITCH"
    case .button: "BUTTON"
    case .dpad: "DPAD"
    case .joystick: "JOYSTICK"
    case .slider: "SLIDER"
    case .stepSlider: "STEP_SLIDER"
    case .wheel: "STEERING_WHEEL"
    case .accelerometer: "ACCELEROMETER"
    case .gyroscope: "GYROSCOPE"
    }
  }

  var isSensor: Bool { self == .accelerometer || self == .gyroscope }

  /// The number of fields of a control's message in CSV, including name and type.
  var fields: Int { self == .dpad || self == .joystick ? 4 : 3 }

  init?(_ word: Span<UInt8>) {
    for kind in DroidPadKind.allCases where word.equals(kind.word, in: word.indices) {
      self = kind
      return
    }
    return nil
  }
}
