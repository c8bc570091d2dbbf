/// A joystick, a wheel, pedals or any other stick, described so that the host can make a copy of the device.
public struct StickDescription: Hashable, Sendable {
  /// The maximum number of buttons; button n has the code at index n of ``keys``.
  public static let mostButtons = 128
  /// The maximum length of the name in bytes of UTF-8, as in struct uinput_setup.
  public static let longestName = 79

  /// An axis of the stick.
  public struct Axis: Hashable, Sendable {
    /// The position at which the axis rests when nobody moves it.
    public enum Rest: UInt8, CaseIterable, Sendable {
      /// Halfway between the ends, as for a wheel.
      case middle
      /// The minimum.
      case minimum
      /// The maximum, as for a pedal of a Logitech wheel.
      case maximum
    }

    /// The code of type `EV_ABS`, one of ``StickCodes/axes``.
    public var code: UInt8
    /// The position at rest.
    public var rest: Rest
    /// The minimum value.
    public var minimum: Int32
    /// The maximum value: more than the minimum, by 65,535 at most.
    public var maximum: Int32
    /// The size of the changes that the driver of the stick treats as noise.
    public var fuzz: UInt16
    /// The dead zone that the stick recommends to games.
    public var flat: UInt16
    /// The number of steps for 1 mm or 1 rad; 0 if unknown.
    public var resolution: UInt16
    /// True if the forces of games move this axis; if no axis is marked in this way, they move the first one.
    public var isPushed: Bool

    /// Creates an axis from its values.
    public init(
      code: UInt8, rest: Rest = .middle, minimum: Int32, maximum: Int32, fuzz: UInt16 = 0, flat: UInt16 = 0,
      resolution: UInt16 = 0, isPushed: Bool = false
    ) {
      (self.code, self.rest, self.minimum, self.maximum) = (code, rest, minimum, maximum)
      (self.fuzz, self.flat, self.resolution, self.isPushed) = (fuzz, flat, resolution, isPushed)
    }

    /// The distance from the minimum to the maximum.
    public var span: Int64 { Int64(maximum) - Int64(minimum) }

    /// The distance of the position at rest from the minimum.
    public var restPosition: UInt16 {
      switch rest {
      case .middle: UInt16(clamping: (span + 1) / 2)
      case .minimum: 0
      case .maximum: UInt16(clamping: span)
      }
    }
  }

  /// The bus, vendor, product and version (struct input_id).
  public var bus, vendor, product, version: UInt16
  /// The name: at most ``longestName`` bytes, without characters that cannot be shown.
  public var name: String
  /// The kinds of force-feedback effects that games may use on the stick.
  public var effects: StickEffects
  /// The codes of the buttons, ascending and each one of ``StickCodes/keys``.
  public var keys: [UInt16]
  /// The axes, in ascending order of their codes.
  public var axes: [Axis]

  /// Creates a description from its parts.
  public init(
    name: String, bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16, effects: StickEffects = [],
    keys: [UInt16], axes: [Axis]
  ) {
    (self.name, self.bus, self.vendor, self.product) = (name, bus, vendor, product)
    (self.version, self.effects, self.keys, self.axes) = (version, effects, keys, axes)
  }

  /// True if the description obeys the rules of docs/protocol.md, "Sticks", so that the host may make a
  /// device from it.
  public var isValid: Bool {
    !(keys.isEmpty && axes.isEmpty) && hasValidName && hasValidKeys && hasValidAxes
  }

  /// The report with no button pressed and every axis at rest.
  public var neutral: StickReport {
    var report = StickReport()
    for axis in axes { report.axes.append(axis.restPosition) }
    return report
  }

  private var hasValidName: Bool {
    (1...StickDescription.longestName).contains(name.utf8.count) && name.unicodeScalars.allSatisfy(\.isShown)
  }

  private var hasValidKeys: Bool {
    keys.count <= StickDescription.mostButtons && StickDescription.isAscending(keys)
      && keys.allSatisfy(StickCodes.keys.contains)
  }

  private var hasValidAxes: Bool {
    StickDescription.isAscending(axes.map(\.code))
      && axes.allSatisfy { StickCodes.axes.contains($0.code) && (1...65_535).contains($0.span) }
      && axes.count(where: \.isPushed) <= 1
  }

  private static func isAscending<Code: Comparable>(_ codes: [Code]) -> Bool {
    zip(codes, codes.dropFirst()).allSatisfy { $0 < $1 }
  }
}
