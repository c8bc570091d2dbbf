package import Dialects
import Notation

extension DroidPadEvent {
  /// The message as the app writes it.
  package var text: String {
    switch self {
    case .acceleration(let vector): DroidPadEvent.text("ACCELEROMETER", vector)
    case .rotation(let vector): DroidPadEvent.text("GYROSCOPE", vector)
    case .control(let name, let change):
      JSON.object([("id", .string(name.text))] + change.members).text
    }
  }

  private static func text(_ type: String, _ vector: Dialects.Vector) -> String {
    JSON.object([
      ("type", .string(type)), ("x", .number(Double(vector.x))), ("y", .number(Double(vector.y))),
      ("z", .number(Double(vector.z))),
    ]).text
  }
}

extension DroidPadChange {
  fileprivate var members: [(String, JSON)] {
    switch self {
    case .switch(let isOn): [("type", .string("SWITCH")), ("state", .bool(isOn))]
    case .button(let press): [("type", .string("BUTTON")), ("state", word(press))]
    case .dpad(let direction, let press):
      [("type", .string("DPAD")), ("button", word(direction)), ("state", word(press))]
    case .joystick(let x, let y):
      [("type", .string("JOYSTICK")), ("x", .number(Double(x))), ("y", .number(Double(y)))]
    case .slider(let value): [("type", .string("SLIDER")), ("value", .number(Double(value)))]
    case .wheel(let angle): [("type", .string("STEERING_WHEEL")), ("angle", .number(Double(angle)))]
    }
  }

  private func word(_ value: some Sendable) -> JSON { .string("\(value)".uppercased()) }
}

extension PhoneSensorEvent {
  /// The reading as SensaGram writes it.
  package var text: String {
    JSON.object([
      ("type", .string("\(sensor.name)")), ("timestamp", .integer(UInt64(time))),
      ("values", .array([values.x, values.y, values.z].map { .number(Double($0)) })),
    ]).text
  }
}

extension PhoneTouch {
  /// The message as SensorServer writes it.
  package var text: String {
    JSON.object([
      ("x", .number(Double(x))), ("y", .number(Double(y))),
      ("action", .string("ACTION_\(phase)".uppercased())),
    ]).text
  }
}

extension YokeMessage {
  /// Returns the bytes of the message as the app writes it; a state keeps the `bytes` that were read.
  package func bytes(asRead bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .state: bytes
    case .goodbye: [0xff]
    case .layout(let layout): Array(layout.text.utf8)
    }
  }
}

extension YokeLayout {
  /// The names with commas between them.
  fileprivate var text: String {
    var names: [String] = []
    for index in 0..<count {
      switch self[index] {
      case .stickX(let stick): names.append("s\(stick)")
      case .stickY, .left, .down, .right: break
      case .stickButton(let stick): names[names.count - 1] = "t\(stick)"
      case .motionX: names.append("mx")
      case .motionY: names.append("my")
      case .motionZ: names.append("mz")
      case .alpha: names.append("ma")
      case .beta: names.append("mb")
      case .gamma: names.append("mg")
      case .gas: names.append("pa")
      case .brake: names.append("pb")
      case .throttle: names.append("pt")
      case .knob(let number): names.append("k\(number)")
      case .axis(let number): names.append("a\(number)")
      case .start: names.append("bs")
      case .select: names.append("bg")
      case .guide: names.append("bm")
      case .button(let number): names.append("b\(number)")
      case .up: names.append("dp")
      }
    }
    return names.joined(separator: ",")
  }
}
