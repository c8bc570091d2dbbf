import Model

/// The positions of a controller's controls at one moment.
struct Controls: Hashable, Sendable {
  /// The tilt of the controller; nil when it has none.
  var tilt: Tilt?
  /// The positions of the sticks; nil when the controller has none.
  var sticks: ControllerState.Sticks?
  /// The left trigger, 0 (released) to 255.
  var leftTrigger: UInt8 = 0
  /// The right trigger, 0 (released) to 255.
  var rightTrigger: UInt8 = 0
  /// The buttons that are down.
  var buttons: Buttons = []

  /// The tilt in radians, or the left stick when there is no tilt, and the buttons that are down.
  var text: String {
    let pressed = buttons.labels.joined(separator: " ").leading(12)
    guard tilt == nil, let stick = sticks?.left else {
      let tilt = tilt ?? .zero
      let roll = tilt.roll.radians.fixed(2, isSigned: true).trailing(5)
      let pitch = tilt.pitch.radians.fixed(2, isSigned: true).trailing(5)
      return "roll \(roll) pitch \(pitch) rad  \(pressed)"
    }
    return
      "stick \(stick.x.share.fixed(2, isSigned: true)) \(stick.y.share.fixed(2, isSigned: true))  \(pressed)"
  }

  /// The same tilt, with the sticks centred and no trigger or button pressed.
  var atRest: Controls { Controls(tilt: tilt, sticks: sticks.map { _ in .init() }) }

  /// The controls as the state of a packet, without the sample time, the buttons and the edge number, which the stream
  /// fills in.
  var state: ControllerState {
    ControllerState(
      sampleTime: 0, tilt: tilt, sticks: sticks, leftTrigger: leftTrigger, rightTrigger: rightTrigger)
  }
}

extension Controls {
  /// Creates the controls that the report of a real pad shows.
  init(_ report: PadReport) {
    self.init(
      sticks: .init(left: report.leftStick, right: report.rightStick), leftTrigger: report.leftTrigger,
      rightTrigger: report.rightTrigger, buttons: report.buttons)
  }
}

/// A source of a controller's movements.
enum Hand: Sendable {
  /// A script.
  case script(Script)
  /// The keys of a terminal.
  case keys(KeySteering)
  /// A real pad, which has no tilt.
  case pad(PadReport)

  /// Returns the controls at `now`.
  mutating func controls(at now: Instant) -> Controls {
    switch self {
    case .script(let script):
      return script.controls(at: now)
    case .keys(var steering):
      let controls = steering.controls(at: now)
      self = .keys(steering)
      return controls
    case .pad(let report):
      return Controls(report)
    }
  }

  /// Passes `key` to the keys of a terminal; a script or a real pad ignores it.
  mutating func press(_ key: Key, at now: Instant) {
    guard case .keys(var steering) = self else { return }
    steering.press(key, at: now)
    self = .keys(steering)
  }

  /// Returns the time after `now` at which a button next moves by itself; the distant future when none will.
  func nextChange(after now: Instant) -> Instant {
    switch self {
    case .script(let script): script.nextChange(after: now)
    case .keys(let steering): steering.nextRelease(after: now)
    case .pad: .distantFuture
    }
  }
}
