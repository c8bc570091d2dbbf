import Dialects
import Model
import Wire

/// DroidPad: the user designs the pad; its controls report changes under the names that the user chose.
extension Dialect {
  static let droidPad = Dialect(
    transport: .droidPad, port: DroidPadEvent.port, ports: 1, silence: stillness,
    stream: .served,
    back: { feedback, _ in
      let strength = Float(max(feedback.strong, feedback.weak)) / 65_535
      // A pad may show the strength on a gauge or on a lamp; the host does not know which.
      return rumble.map { name in
        [DroidPadMessage.gauge(name, strength), .led(name, strength > 0 ? .blink : .off)].map {
          Array($0.text.utf8)
        }
      } ?? []
    },
    read: { (bytes, _) throws(DialectDrop) in
      let event = try DroidPadEvent(parsing: bytes)
      return Reading { $0.follow(event) }
    })

  /// The name of the gauge or lamp that shows how strongly the game shakes the pad.
  private static let rumble = ControlName("rumble")
}

extension SourceState {
  /// The wheel's angle at which the stick is at its end, in degrees: the end of the app's default range.
  private static let lock: Float = 360
  /// The value of a slider at which a trigger is fully pulled: the end of the app's default range.
  private static let fullPull: Float = 10

  fileprivate mutating func follow(_ event: DroidPadEvent) {
    switch event {
    case .acceleration(let vector):
      sense(MotionSample(android: vector, rotation: .zero).acceleration, into: \.acceleration)
    case .rotation(let vector):
      sense(MotionSample(android: .zero, rotation: vector).rotation, into: \.rotation)
    case .control(let name, let change): follow(name, change)
    }
  }

  private mutating func follow(_ name: ControlName, _ change: DroidPadChange) {
    switch change {
    case .switch(let isOn): if let button = controls.button(name) { buttons[button] = isOn }
    case .button(let press): if let button = controls.button(name) { apply(press, to: button) }
    case .dpad(let direction, let press): apply(press, to: Button(direction))
    case .joystick(let x, let y):
      let stick = Stick(x: Stick.axis(Double(x)), y: Stick.axis(-Double(y)))
      switch controls.stick(name) {
      case .left: (left, hasSticks) = (stick, true)
      case .right: right = stick
      case nil: break
      }
    case .slider(let value):
      let pull = UInt8((min(max(value / SourceState.fullPull, 0), 1) * 255).rounded())
      switch controls.trigger(name) {
      case .left: leftTrigger = pull
      case .right: rightTrigger = pull
      case nil: break
      }
    case .wheel(let angle): (left.x, hasSticks) = (Stick.axis(Double(angle / SourceState.lock)), true)
    }
  }

  private mutating func apply(_ press: DroidPadPress, to button: Button) {
    switch press {
    case .press: buttons[button] = true
    case .release: buttons[button] = false
    case .click: clicks[button] = true
    }
  }
}

extension Button {
  fileprivate init(_ direction: DroidPadDirection) {
    switch direction {
    case .up: self = .dpadUp
    case .down: self = .dpadDown
    case .left: self = .dpadLeft
    case .right: self = .dpadRight
    }
  }
}
