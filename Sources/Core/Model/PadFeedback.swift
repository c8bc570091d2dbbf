/// The force feedback and light that games or other programs request from a controller at this moment.
public struct PadFeedback: Hashable, Sendable {
  /// The strength of the low-frequency motor, 0 to 65535.
  public var strong: UInt16
  /// The strength of the high-frequency motor, 0 to 65535.
  public var weak: UInt16
  /// The colour of the light; black is off.
  public var light: Light

  /// A colour, each part 0 to 255.
  public struct Light: Hashable, Sendable {
    /// The intensity of each part, 0 to 255.
    public var red, green, blue: UInt8

    /// Creates a colour, black unless given.
    public init(red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// Creates feedback with both motors at rest and the light off unless given.
  public init(strong: UInt16 = 0, weak: UInt16 = 0, light: Light = Light()) {
    self.strong = strong
    self.weak = weak
    self.light = light
  }

  /// Feedback with both motors at rest and the light off.
  public static let rest = PadFeedback()
}
