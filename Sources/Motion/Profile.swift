/// How a controller's tilt and sticks become the axes of a pad.
public struct Profile: Hashable, Sendable {
  /// What moves an axis of the pad.
  public enum Source: Hashable, Sendable {
    /// The controller's own stick, same side and direction.
    case stick
    /// Roll: turning the controller like a wheel.
    case roll
    /// Pitch: tipping its top edge.
    case pitch
    /// Yaw: turning on the spot.
    case yaw
  }

  /// What moves the left stick's x axis.
  public var leftX: Source
  /// What moves the left stick's y axis.
  public var leftY: Source
  /// What moves the right stick's x axis.
  public var rightX: Source
  /// What moves the right stick's y axis.
  public var rightY: Source
  /// How angles become deflection, for every axis that tilt moves.
  public var tilt: TiltResponse
  /// How the controller's own sticks become deflection.
  public var stick: StickResponse
  /// How the tilt is smoothed.
  public var filter: TiltFilter

  /// A profile whose axes follow the controller's sticks unless given.
  public init(
    leftX: Source = .stick, leftY: Source = .stick, rightX: Source = .stick, rightY: Source = .stick,
    tilt: TiltResponse, stick: StickResponse = .direct, filter: TiltFilter = .default
  ) {
    self.leftX = leftX
    self.leftY = leftY
    self.rightX = rightX
    self.rightY = rightY
    self.tilt = tilt
    self.stick = stick
    self.filter = filter
  }

  /// Steering: roll turns the left stick's x axis, full lock at 45° as a phone is turned in two hands.
  public static let wheel = Profile(leftX: .roll, tilt: TiltResponse(fullLock: .pi / 4, deadZone: 0.03))
  /// A plain gamepad: tilt moves nothing.
  public static let pad = Profile(tilt: TiltResponse(fullLock: .pi / 4))
  /// Flying: roll and pitch are the left stick, full deflection at 30°.
  public static let flight = Profile(
    leftX: .roll, leftY: .pitch, tilt: TiltResponse(fullLock: .pi / 6, deadZone: 0.03, curve: 0.3))
  /// Angles as they come, unsmoothed, ±π over the whole axis; for programs that do their own work.
  public static let raw = Profile(
    leftX: .roll, leftY: .pitch, rightX: .yaw, tilt: TiltResponse(fullLock: .pi), filter: .none)

  /// The profiles by the names that people use.
  public static let named: [(name: String, profile: Profile)] = [
    ("wheel", .wheel), ("pad", .pad), ("flight", .flight), ("raw", .raw),
  ]
}
