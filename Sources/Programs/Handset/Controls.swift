package import Model

/// The positions of a controller's controls at one time.
package struct Controls: Hashable, Sendable {
  /// The tilt of the controller; nil when it has none.
  package var tilt: Tilt?
  /// The positions of the sticks; nil when the controller has none.
  package var sticks: ControllerState.Sticks?
  /// The left trigger, 0 (released) to 255.
  package var leftTrigger: UInt8 = 0
  /// The right trigger, 0 (released) to 255.
  package var rightTrigger: UInt8 = 0
  /// The buttons that are down.
  package var buttons: Buttons = []

  /// Creates controls at rest, except for the given ones.
  package init(
    tilt: Tilt? = nil, sticks: ControllerState.Sticks? = nil, leftTrigger: UInt8 = 0, rightTrigger: UInt8 = 0,
    buttons: Buttons = []
  ) {
    (self.tilt, self.sticks, self.buttons) = (tilt, sticks, buttons)
    (self.leftTrigger, self.rightTrigger) = (leftTrigger, rightTrigger)
  }

  /// These controls with the sticks centred and no trigger or button pressed; the tilt is unchanged.
  package var atRest: Controls { Controls(tilt: tilt, sticks: sticks.map { _ in .init() }) }

  /// The controls as a packet's state, without the sample time, the buttons and the edge number, which the stream adds.
  package var state: ControllerState {
    ControllerState(
      sampleTime: 0, tilt: tilt, sticks: sticks, leftTrigger: leftTrigger, rightTrigger: rightTrigger)
  }
}

extension Controls {
  /// Creates the controls shown by the report of a real pad.
  package init(_ report: PadReport) {
    self.init(
      sticks: .init(left: report.leftStick, right: report.rightStick), leftTrigger: report.leftTrigger,
      rightTrigger: report.rightTrigger, buttons: report.buttons)
  }
}

/// A source of a controller's movements.
package enum Hand: Sendable {
  /// A script.
  case script(Script)
  /// The keys of a terminal.
  case keys(KeySteering)
  /// A real pad, which has no tilt.
  case pad(PadReport)

  /// Returns the controls at `now`.
  package mutating func controls(at now: Instant) -> Controls {
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

  /// Passes `key` to a hand on a terminal's keys; a script or a real pad ignores it.
  package mutating func press(_ key: Key, at now: Instant) {
    guard case .keys(var steering) = self else { return }
    steering.press(key, at: now)
    self = .keys(steering)
  }

  /// Returns the time after `now` at which a button next moves by itself; the distant future if none will.
  package func nextChange(after now: Instant) -> Instant {
    switch self {
    case .script(let script): script.nextChange(after: now)
    case .keys(let steering): steering.nextRelease(after: now)
    case .pad: .distantFuture
    }
  }
}
