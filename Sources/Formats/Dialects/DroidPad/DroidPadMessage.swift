import Notation

/// A message to the app DroidPad, which shows it on the control with the given name, or in the app's log; no
/// message can make the phone vibrate.
public enum DroidPadMessage: Hashable, Sendable {
  /// The state of a lamp.
  case led(ControlName, Light)
  /// The value of a gauge's needle.
  case gauge(ControlName, Float)
  /// The state of a switch.
  case `switch`(ControlName, isOn: Bool)
  /// The value of a slider.
  case slider(ControlName, Float)
  /// A line for the app's log, which the user has to turn on.
  case log(String)

  /// The states of a lamp.
  public enum Light: String, Sendable {
    /// The lamp is off.
    case off = "OFF"
    /// The lamp is on.
    case on = "ON"
    /// The lamp blinks.
    case blink = "BLINK"
  }

  /// The message as JSON on one line; over TCP it must be followed by a line break.
  public var text: String {
    switch self {
    case .led(let name, let state): DroidPadMessage.text(name, "LED", ("state", .string(state.rawValue)))
    case .gauge(let name, let value): DroidPadMessage.text(name, "GAUGE", ("value", .number(Double(value))))
    case .switch(let name, let isOn): DroidPadMessage.text(name, "SWITCH", ("state", .bool(isOn)))
    case .slider(let name, let value): DroidPadMessage.text(name, "SLIDER", ("value", .number(Double(value))))
    case .log(let line): JSON.object([("type", .string("LOG")), ("message", .string(line))]).text
    }
  }

  private static func text(_ name: ControlName, _ type: String, _ content: (String, JSON)) -> String {
    JSON.object([("id", .string(name.text)), ("type", .string(type)), content]).text
  }
}
