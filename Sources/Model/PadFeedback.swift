/// What games want a controller to do at this moment.
public struct PadFeedback: Hashable, Sendable {
  /// The strong, low-frequency motor, 0 to 65535.
  public var strong: UInt16
  /// The weak, high-frequency motor, 0 to 65535.
  public var weak: UInt16
  /// The colour of the light; black is off.
  public var light: Light

  /// A colour, each part 0 to 255.
  public struct Light: Hashable, Sendable {
    /// The parts.
    public var red, green, blue: UInt8

    /// A colour.
    public init(red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// Both motors at rest and the light off unless given.
  public init(strong: UInt16 = 0, weak: UInt16 = 0, light: Light = Light()) {
    self.strong = strong
    self.weak = weak
    self.light = light
  }

  /// Nothing moves, nothing shines.
  public static let rest = PadFeedback()
}
