/// The whole state of a virtual pad, as a game reads it.
public struct PadReport: Hashable, Sendable {
  /// The buttons that are down.
  public var buttons: Buttons
  /// The left stick.
  public var leftStick: Stick
  /// The right stick.
  public var rightStick: Stick
  /// The left trigger, 0 (released) to 255.
  public var leftTrigger: UInt8
  /// The right trigger, 0 (released) to 255.
  public var rightTrigger: UInt8
  /// The reading of the sensors; nil when the controller has none.
  public var motion: PadMotion?
  /// The battery charge in percent; nil when unknown.
  public var battery: UInt8?
  /// The fingers on the touchpad.
  public var touch: TouchPoints

  /// A report with everything at rest unless given.
  public init(
    buttons: Buttons = [], leftStick: Stick = .centre, rightStick: Stick = .centre,
    leftTrigger: UInt8 = 0, rightTrigger: UInt8 = 0, motion: PadMotion? = nil, battery: UInt8? = nil,
    touch: TouchPoints = .none
  ) {
    self.buttons = buttons
    self.leftStick = leftStick
    self.rightStick = rightStick
    self.leftTrigger = leftTrigger
    self.rightTrigger = rightTrigger
    self.motion = motion
    self.battery = battery
    self.touch = touch
  }

  /// A report with no button pressed and every axis at rest.
  public static let neutral = PadReport()
}
