import Model

/// What the player of a controller does at one moment.
struct Controls: Hashable, Sendable {
  /// How the controller is held; nil when it has no tilt to give.
  var tilt: Tilt?
  /// Where the sticks are; nil when it has none.
  var sticks: ControllerState.Sticks?
  /// The left trigger, 0 (released) to 255.
  var leftTrigger: UInt8 = 0
  /// The right trigger, 0 (released) to 255.
  var rightTrigger: UInt8 = 0
  /// Which buttons are down.
  var buttons: Buttons = []

  /// The tilt in radians, or the left stick, and the buttons that are down.
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

  /// The same hold, with nothing pressed or pushed.
  var atRest: Controls { Controls(tilt: tilt, sticks: sticks.map { _ in .init() }) }

  /// The controls as a packet's state; the stream fills in time, buttons and edge number.
  var state: ControllerState {
    ControllerState(
      sampleTime: 0, tilt: tilt, sticks: sticks, leftTrigger: leftTrigger, rightTrigger: rightTrigger)
  }
}

extension Controls {
  /// What a real pad shows.
  init(_ report: PadReport) {
    self.init(
      sticks: .init(left: report.leftStick, right: report.rightStick), leftTrigger: report.leftTrigger,
      rightTrigger: report.rightTrigger, buttons: report.buttons)
  }
}

/// What moves a controller's controls.
enum Hand: Sendable {
  /// A script.
  case script(Script)
  /// The keys of a terminal.
  case keys(KeySteering)
  /// A real pad, which has no tilt.
  case pad(PadReport)

  /// What the hand does at `now`.
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

  /// Hands it a key, which means something to the keys of a terminal only.
  mutating func press(_ key: Key, at now: Instant) {
    guard case .keys(var steering) = self else { return }
    steering.press(key, at: now)
    self = .keys(steering)
  }

  /// When a button next moves by itself after `now`.
  func nextChange(after now: Instant) -> Instant {
    switch self {
    case .script(let script): script.nextChange(after: now)
    case .keys(let steering): steering.nextRelease(after: now)
    case .pad: .distantFuture
    }
  }
}
