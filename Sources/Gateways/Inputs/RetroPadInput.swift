import Dialects
import Model
import Wire

/// RetroArch's Remote RetroPad: each player has a port, and only changes are sent.
extension Dialect {
  static let retroPad = Dialect(
    transport: .retroPad, port: RetroPadChange.port, ports: 4, silence: stillness
  ) { (bytes, portIndex) throws(DialectDrop) in
    let change = try RetroPadChange(parsing: bytes)
    return Reading(device: portIndex) { $0.apply(change) }
  }
}

extension SourceState {
  fileprivate mutating func apply(_ change: RetroPadChange) {
    switch change {
    case .button(.l2, let isDown): leftTrigger = isDown ? .max : 0
    case .button(.r2, let isDown): rightTrigger = isDown ? .max : 0
    case .button(let button, let isDown): if let known = Button(button) { buttons[known] = isDown }
    case .pressure(.l2, let value): leftTrigger = UInt8(value >> 7)
    case .pressure(.r2, let value): rightTrigger = UInt8(value >> 7)
    case .pressure: break
    case .axis(.leftX, let value): left.x = max(value, -.max)
    case .axis(.leftY, let value): left.y = max(value, -.max)
    case .axis(.rightX, let value): right.x = max(value, -.max)
    case .axis(.rightY, let value): right.y = max(value, -.max)
    }
  }
}

extension Button {
  /// Creates the button at the position of the RetroPad button; nil for the triggers, which are axes here.
  fileprivate init?(_ button: RetroPadButton) {
    switch button {
    case .b: self = .a
    case .y: self = .x
    case .select: self = .back
    case .start: self = .start
    case .up: self = .dpadUp
    case .down: self = .dpadDown
    case .left: self = .dpadLeft
    case .right: self = .dpadRight
    case .a: self = .b
    case .x: self = .y
    case .l: self = .leftShoulder
    case .r: self = .rightShoulder
    case .l3: self = .leftStick
    case .r3: self = .rightStick
    case .l2, .r2: return nil
    }
  }
}
