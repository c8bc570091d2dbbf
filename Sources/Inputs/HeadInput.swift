import Dialects
import Model
import Wire

/// Head tracking: opentrack's poses, and phones that speak FreePIE's protocol.
extension Dialect {
  static let openTrack = Dialect(
    transport: .openTrack, title: "opentrack", port: HeadPose.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    let pose = try HeadPose(parsing: bytes)
    return Reading { posture in
      let degree = Double.pi / 180
      posture.look(yaw: pose.yaw * degree, pitch: pose.pitch * degree, roll: pose.roll * degree)
    }
  }

  static let freePIE = Dialect(
    transport: .freePIE, title: "FreePIE IMU", port: FreePIEMessage.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    let message = try FreePIEMessage(parsing: bytes)
    return Reading(device: message.device) { posture in
      if let sensors = message.sensors {
        posture.motion = MotionSample(android: sensors.acceleration, rotation: sensors.rotation)
      }
      if let angles = message.attitude {
        posture.look(yaw: Double(angles.x), pitch: Double(angles.y), roll: Double(angles.z))
      }
    }
  }
}

extension Posture {
  /// The turn of the head at which the right stick is at its end, in rad: 90° of yaw, 45° of pitch.
  private static let fullLook = (yaw: Double.pi / 2, pitch: Double.pi / 4)

  /// Turns the head: the tilt follows all three angles, in rad, and the right stick looks around.
  fileprivate mutating func look(yaw: Double, pitch: Double, roll: Double) {
    tilt = Tilt(roll: Angle(radians: roll), pitch: Angle(radians: pitch), yaw: Angle(radians: yaw))
    right = Stick(
      x: Stick.axis(yaw / Posture.fullLook.yaw), y: Stick.axis(-pitch / Posture.fullLook.pitch))
  }
}

extension Stick {
  /// Returns the value of an axis at `deflection`, −1 to 1; beyond that it is at its end.
  static func axis(_ deflection: Double) -> Int16 { Int16((min(max(deflection, -1), 1) * 32_767).rounded()) }
}
