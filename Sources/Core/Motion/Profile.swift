/// A mapping of a controller's tilt and sticks to the axes of a pad.
public struct Profile: Hashable, Sendable {
  /// The input that moves an axis of the pad.
  public enum Source: Hashable, Sendable {
    /// The controller's own stick of the same side and direction.
    case stick
    /// Roll: turning the controller like a wheel.
    case roll
    /// Pitch: tipping the controller's top edge.
    case pitch
    /// Yaw: turning the controller about the vertical.
    case yaw
  }

  /// The source of the left stick's x axis.
  public var leftX: Source
  /// The source of the left stick's y axis.
  public var leftY: Source
  /// The source of the right stick's x axis.
  public var rightX: Source
  /// The source of the right stick's y axis.
  public var rightY: Source
  /// The response from angles to deflection, for every axis that tilt moves.
  public var tilt: TiltResponse
  /// The response from the controller's own sticks to deflection.
  public var stick: StickResponse
  /// The filter that smooths the tilt.
  public var filter: TiltFilter
  /// The settings with which rotation and flicks move the right stick.
  public var aim: Aim

  /// Creates a profile whose axes follow the controller's sticks by default.
  public init(
    leftX: Source = .stick, leftY: Source = .stick, rightX: Source = .stick, rightY: Source = .stick,
    tilt: TiltResponse, stick: StickResponse = .direct, filter: TiltFilter = .default,
    aim: Aim = Aim()
  ) {
    self.leftX = leftX
    self.leftY = leftY
    self.rightX = rightX
    self.rightY = rightY
    self.tilt = tilt
    self.stick = stick
    self.filter = filter
    self.aim = aim
  }

  /// The steering profile for a phone held in both hands: roll moves the left stick's x axis, with full lock at 45°.
  public static let wheel = Profile(leftX: .roll, tilt: TiltResponse(fullLock: .pi / 4, deadZone: 0.03))
  /// The profile of a plain gamepad: tilt moves nothing.
  public static let pad = Profile(tilt: TiltResponse(fullLock: .pi / 4))
  /// The flying profile: roll and pitch move the left stick, with full deflection at 30°.
  public static let flight = Profile(
    leftX: .roll, leftY: .pitch, tilt: TiltResponse(fullLock: .pi / 6, deadZone: 0.03, curve: 0.3))
  /// The profile of unfiltered angles, ±π over the whole axis, for programs that process angles themselves.
  public static let raw = Profile(
    leftX: .roll, leftY: .pitch, rightX: .yaw, tilt: TiltResponse(fullLock: .pi), filter: .none)

  /// The profiles by their names in commands and configuration.
  public static let named: [(name: String, profile: Profile)] = [
    ("wheel", .wheel), ("pad", .pad), ("flight", .flight), ("raw", .raw),
  ]
}
