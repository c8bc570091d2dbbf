import Dialects
import Model
import Wire

/// DSU: phones and machines that serve pads, and that have to be asked for their state.
extension Dialect {
  /// The number that identifies this client to servers.
  private static let client: UInt32 = 0x5470_6431

  static let dsu = Dialect(
    transport: .dsu, port: DSU.port, ports: 1, devices: DSU.slots, silence: pause,
    calls: (0..<DSU.slots).map { DSURequest(client: client, .data(DSUSelection(slot: $0))).datagram.bytes },
    back: { feedback, slot in
      [feedback.strong, feedback.weak].enumerated().map { motor, strength in
        DSURequest(
          client: client,
          .rumble(DSUSelection(slot: slot), motor: UInt8(motor), strength: UInt8(strength >> 8))
        ).datagram.bytes
      }
    },
    read: { (bytes, _) throws(DialectDrop) in
      guard case .pad(let pad) = try DSUAnswer(parsing: bytes).content,
        pad.isConnected || pad.port.state == .connected
      else { return nil }
      // A server without a clock leaves the time at 0.
      let stamp = Int64(exactly: pad.time).flatMap {
        (1..<(.max / 1_000)).contains($0) ? Instant(nanoseconds: 1_000 * $0) : nil
      }
      return Reading(device: pad.port.slot, stamp: stamp) { $0.follow(pad) }
    })
}

extension SourceState {
  /// The counterparts of DSU's buttons; its triggers are axes here.
  private static let buttons: [(theirs: DSUButtons, ours: Button)] = [
    (.cross, .a), (.circle, .b), (.square, .x), (.triangle, .y), (.l1, .leftShoulder),
    (.r1, .rightShoulder), (.share, .back), (.options, .start), (.guide, .guide), (.leftStick, .leftStick),
    (.rightStick, .rightStick), (.touchpad, .extra1), (.up, .dpadUp), (.down, .dpadDown),
    (.left, .dpadLeft), (.right, .dpadRight),
  ]

  fileprivate mutating func follow(_ pad: DSUPad) {
    let pressed = pad.pressed
    for (theirs, ours) in SourceState.buttons { buttons[ours] = pressed.contains(theirs) }
    (leftTrigger, rightTrigger) = (pad.pressures[.l2], pad.pressures[.r2])
    // A server without sticks leaves them at 0, which would be a corner.
    hasSticks = hasSticks || [pad.leftX, pad.leftY, pad.rightX, pad.rightY] != [0, 0, 0, 0]
    if hasSticks {
      left = Stick(x: Stick.axis(pad.leftX), y: -Stick.axis(pad.leftY))
      right = Stick(x: Stick.axis(pad.rightX), y: -Stick.axis(pad.rightY))
    }
    // A server repeats the last sample of a sensor that has fallen silent, with its old time.
    let sample = DSUSample(time: pad.time, motion: pad.motion)
    if pad.time == 0 || sample != dsuSample { motion = pad.motion }
    dsuSample = sample
    battery = (1...5).contains(pad.port.battery) ? 20 * pad.port.battery : nil
  }
}

/// A sample of the sensors of a DSU pad.
struct DSUSample: Hashable, Sendable {
  /// The time on the server's clock, in µs.
  var time: UInt64
  /// The measurement, in the frame of the controller's screen.
  var motion: MotionSample?
}

extension Datagram {
  /// The bytes in use, as an array.
  var bytes: [UInt8] { withBytes { span in span.indices.map { span[$0] } } }
}

extension DSUPressures {
  /// The pressure on `button`, 0 to 255.
  subscript(button: DSUButtons) -> UInt8 {
    get { DSUPressures.buttons.firstIndex(of: button).map { self[$0] } ?? 0 }
    set { if let index = DSUPressures.buttons.firstIndex(of: button) { self[index] = newValue } }
  }
}

extension Stick {
  /// Returns the value of an axis at `byte`: 0 at one end, 128 in the middle, 255 at the other end.
  fileprivate static func axis(_ byte: UInt8) -> Int16 {
    axis((Double(byte) - 128) / (byte < 128 ? 128 : 127))
  }
}
