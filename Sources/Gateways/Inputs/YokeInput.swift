import Dialects
import Model
import Wire

/// The app Yoke: a pad that sends its layout, and then the state of all its controls fifty times a second.
extension Dialect {
  static let yoke = Dialect(
    transport: .yoke, port: YokeMessage.port, ports: 1, silence: pause,
    stream: .fetched(YokePage.files),
    announcement: Announcement(type: "_yoke._udp", suffix: "-Yoke-1"),
    read: { (bytes, _) throws(DialectDrop) in
      switch try YokeMessage(parsing: bytes) {
      case .layout(let layout): return Reading(layout: layout) { _ in }
      // A browser's ICE checks begin like states, and any web page can make a browser send them. So neither a
      // goodbye nor a state adds its sender as a controller.
      case .goodbye: return Reading(isDistinct: false) { $0.rest() }
      case .state:
        let state = bytes.indices.map { bytes[$0] }
        return Reading(isDistinct: false) { (source) throws(DialectDrop) in try source.follow(state) }
      }
    })
}

extension SourceState {
  /// The app's buttons that are buttons here, numbered from 1; numbers 7 and 8 are the triggers.
  ///
  /// Numbers 9, 10, 12 and 13 are the same Linux keys as 1, 2, 4 and 3 (events.py of rmst/yoke).
  private static let numbered: [Button?] = [
    .a, .b, .x, .y, .leftShoulder, .rightShoulder, nil, nil, .a, .b, .c, .y, .x, .z,
  ]

  /// Applies the state in `bytes`.
  ///
  /// - Throws: the reason why the state does not match the layout, or `kind` if there is no layout.
  fileprivate mutating func follow(_ bytes: [UInt8]) throws(DialectDrop) {
    guard let layout else { throw .kind }
    let state = try layout.state(parsing: bytes.span)
    for index in 0..<layout.count { follow(layout[index], state[index]) }
    // A pad with sticks ignores its wheel, whichever of them comes first in the layout.
    if hasSticks { tilt = nil }
  }

  private mutating func follow(_ control: YokeControl, _ value: UInt16) {
    let share = Double(value) / Double(YokeState.highest)
    let pull = value > 1 ? UInt8(value >> 7) : 0
    switch control {
    case .stickX(1): move(.leftX, to: share, .radians)
    case .stickY(1): move(.leftY, to: 1 - share, .radians)
    case .stickX(2): move(.rightX, to: share, .radians)
    case .stickY(2): move(.rightY, to: 1 - share, .radians)
    case .stickButton(let stick): buttons[stick == 1 ? .leftStick : .rightStick] = value != 0
    case .brake, .axis(1): leftTrigger = pull
    case .gas, .throttle, .axis(2): rightTrigger = pull
    case .beta: move(.roll, to: (Double(value) / Double(YokeState.middle) - 1) * .pi, .radians)
    case .motionX: accelerate(\.x, share)
    case .motionY: accelerate(\.y, share)
    case .motionZ: accelerate(\.z, share)
    case .button(7): leftTrigger = value == 0 ? 0 : .max
    case .button(8): rightTrigger = value == 0 ? 0 : .max
    case .stickX, .stickY, .alpha, .gamma, .knob, .axis: break
    default: if let button = SourceState.button(control) { buttons[button] = value != 0 }
    }
  }

  private static func button(_ control: YokeControl) -> Button? {
    switch control {
    case .button(let number): Int(number) <= numbered.count ? numbered[Int(number) - 1] : nil
    case .start: .start
    case .select: .back
    case .guide: .guide
    case .up: .dpadUp
    case .left: .dpadLeft
    case .down: .dpadDown
    case .right: .dpadRight
    default: nil
    }
  }

  /// Adopts one axis of the phone's acceleration, sent by the app as 0 to 1 for −40 to 40 m/s².
  private mutating func accelerate(_ axis: WritableKeyPath<MotionVector, Int16>, _ share: Double) {
    var acceleration = motion?.acceleration ?? .zero
    acceleration[keyPath: axis] = Int16(((share - 0.5) * 80 / 9.806_65 * 4_096).rounded())
    sense(acceleration, into: \.acceleration)
  }
}
