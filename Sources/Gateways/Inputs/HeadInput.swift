import Dialects
import Model
import Wire

/// Head tracking: opentrack's poses, and phones that speak FreePIE's protocol.
extension Dialect {
  static let openTrack = Dialect(
    transport: .openTrack, port: HeadPose.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    let pose = try HeadPose(parsing: bytes)
    return Reading { $0.look(pose.tilt) }
  }

  static let freePIE = Dialect(
    transport: .freePIE, port: FreePIEMessage.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    let message = try FreePIEMessage(parsing: bytes)
    return Reading(device: message.device) { state in
      if let sensors = message.sensors {
        state.motion = MotionSample(android: sensors.acceleration, rotation: sensors.rotation)
      }
      if let angles = message.attitude { state.look(state.turned(byCompass: angles)) }
    }
  }
}

/// The conversion between opentrack's degrees and ``Tilt``.
///
/// The roll of opentrack is positive towards the left shoulder; yaw and pitch have the signs of ``Tilt``.
extension HeadPose {
  private static let degree = Double.pi / 180

  /// Creates the pose of a head turned by `tilt`, at the origin.
  init(_ tilt: Tilt) {
    self.init(
      yaw: tilt.yaw.radians / HeadPose.degree, pitch: tilt.pitch.radians / HeadPose.degree,
      roll: -tilt.roll.radians / HeadPose.degree)
  }

  /// The turn of the head.
  var tilt: Tilt {
    Tilt(
      roll: Angle(radians: -roll * HeadPose.degree), pitch: Angle(radians: pitch * HeadPose.degree),
      yaw: Angle(radians: yaw * HeadPose.degree))
  }
}

extension SourceState {
  /// The turn of the head that moves the right stick to its end, in rad: 90° of yaw, 45° of pitch.
  private static let fullLook = (yaw: Double.pi / 2, pitch: Double.pi / 4)

  /// Turns the head: the tilt follows all three angles, and the right stick looks around, relative to straight ahead.
  fileprivate mutating func look(_ turn: Tilt) {
    let away = turn - (ahead ?? .zero)
    (tilt, ahead) = (turn, ahead ?? .zero)
    senseTilt()
    right = Stick(
      x: Stick.axis(away.yaw.radians / SourceState.fullLook.yaw),
      y: Stick.axis(-away.pitch.radians / SourceState.fullLook.pitch))
  }

  /// Makes a head's current direction its centre; for all other controllers, the host sets the centre.
  mutating func recentre() {
    guard ahead != nil, let tilt else { return }
    (ahead, right) = (tilt, .centre)
  }

  /// Returns the turn of a phone whose attitude is `angles`, as returned by Android's getOrientation, in rad.
  ///
  /// x is the compass heading; y the pitch, negative with the top edge up; z the roll, positive with the right edge
  /// down. The first heading is the yaw's zero, since a phone rarely starts pointing north.
  fileprivate mutating func turned(byCompass angles: Vector) -> Tilt {
    let heading = Angle(radians: Double(angles.x))
    let zero = firstHeading ?? heading
    firstHeading = zero
    return Tilt(
      roll: Angle(radians: Double(angles.z)), pitch: Angle(radians: -Double(angles.y)), yaw: heading - zero)
  }
}

extension Stick {
  /// Returns the axis value for `deflection`, −1 to 1; larger deflections are clamped.
  static func axis(_ deflection: Double) -> Int16 { Int16((min(max(deflection, -1), 1) * 32_767).rounded()) }
}
