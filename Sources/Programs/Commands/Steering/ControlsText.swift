import Handset
import Model

extension Controls {
  /// The tilt in radians or, with sticks and no tilt, the left stick; followed by the pressed buttons.
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
}
