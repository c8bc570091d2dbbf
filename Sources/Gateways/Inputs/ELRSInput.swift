import Dialects
import Model
import Wire

/// ExpressLRS: the channels of a model aircraft's transmitter.
extension Dialect {
  static let elrs = Dialect(
    transport: .elrs, port: ELRSAnnouncement.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    if (try? ELRSAnnouncement(parsing: bytes)) != nil { return Reading(form: start) { _ in } }
    let frame = try ELRSFrame(parsing: bytes)
    return Reading { $0.follow(frame) }
  }

  /// The form that makes a transmitter send eight channels every 10 ms.
  private static let start = FormPost(
    path: ELRSAnnouncement.path, fields: ELRSAnnouncement.start(interval: 10_000, channels: 8))
}

extension SourceState {
  /// The axes of the first channels, in the usual order of transmitters: aileron, elevator, throttle, rudder.
  private static let axes: [NumberMeaning.Axis] = [.rightX, .rightY, .leftY, .leftX]
  /// The buttons for the remaining channels, pressed in the upper part of a channel's range.
  private static let switches: [Button] = [
    .a, .b, .x, .y, .leftShoulder, .rightShoulder, .back, .start, .leftStick, .rightStick, .guide, .share,
  ]

  fileprivate mutating func follow(_ frame: ELRSFrame) {
    for index in 0..<frame.count {
      let share = Double(frame[index]) / Double(ELRSFrame.highest)
      if index < SourceState.axes.count {
        move(SourceState.axes[index], to: share, .radians)
      } else {
        press(SourceState.switches[index - SourceState.axes.count], by: share)
      }
    }
  }
}
