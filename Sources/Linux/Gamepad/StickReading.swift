internal import CEvdev
public import Model

/// The state of a real stick, gathered from its events, in the form that a description has.
///
/// The buttons and axes are those of the real stick, with three exceptions. An axis whose span exceeds 16
/// bits is scaled to 0…65535. `hid-universal-pidff` moves the buttons beyond the sixteenth to a range of
/// codes of its own; they get the next free codes of a joystick. Other codes that no stick may have are left
/// out, and so are buttons beyond the limit of a description.
public struct StickReading: Sendable {
  /// A difference between the host's device and the real stick.
  public enum Exception: Hashable, Sendable {
    /// The button has another code.
    case moved(from: UInt16, to: UInt16)
    /// The host's device does not have this key.
    case leftOut(UInt16)
    /// The axis has a coarser range.
    case scaled(UInt16)
  }

  /// An axis of the real stick, with its present position.
  public struct Axis: Hashable, Sendable {
    /// The code of type `EV_ABS`.
    public var code: UInt16
    /// The present value and its limits.
    public var value, minimum, maximum: Int32
    /// The noise, the dead zone and the steps of struct input_absinfo.
    public var fuzz, flat, resolution: Int32

    /// Creates an axis from its values.
    public init(
      code: UInt16, value: Int32, minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0,
      resolution: Int32 = 0
    ) {
      (self.code, self.value, self.minimum, self.maximum) = (code, value, minimum, maximum)
      (self.fuzz, self.flat, self.resolution) = (fuzz, flat, resolution)
    }

    fileprivate var span: Int64 { Int64(maximum) - Int64(minimum) }
    fileprivate var isScaled: Bool { span > 65_535 }

    /// Returns the distance of `value` from the minimum, scaled to 0…65535 if the span of the axis exceeds 16
    /// bits.
    fileprivate func position(of value: Int32) -> UInt16 {
      let way = min(max(Int64(value) - Int64(minimum), 0), span)
      return UInt16(clamping: isScaled ? (way * 65_535 + span / 2) / span : way)
    }

    /// The axis as a part of a description.
    fileprivate var described: StickDescription.Axis {
      func scaled(_ length: Int32) -> UInt16 {
        UInt16(clamping: isScaled ? Int64(length) * 65_535 / span : Int64(length))
      }
      return StickDescription.Axis(
        code: UInt8(code), rest: rest, minimum: isScaled ? 0 : minimum, maximum: isScaled ? 65_535 : maximum,
        fuzz: scaled(fuzz), flat: scaled(flat), resolution: scaled(resolution))
    }

    /// The end from which the axis is now at most an eighth of the range away, or else the middle.
    private var rest: StickDescription.Axis.Rest {
      let way = Int64(value) - Int64(minimum)
      return way <= span / 8 ? .minimum : way >= span - span / 8 ? .maximum : .middle
    }
  }

  /// The description of the stick.
  public let description: StickDescription
  /// The state after all events so far.
  public private(set) var report: StickReport
  /// The differences between the host's device and the real stick.
  public let exceptions: [Exception]
  private let buttons: [UInt16: Int]
  private let axes: [UInt16: (index: Int, axis: Axis)]

  /// Creates the state of a stick with `keys`, of which those in `held` are down, and with `axes`.
  ///
  /// `name`, `id` and `effects` become those of the description; characters that cannot be shown are left out
  /// of the name.
  public init(
    name: String, id: Identity.ID, effects: StickEffects = [], keys: [UInt16], held: Set<UInt16> = [],
    axes: [Axis]
  ) {
    let axes = axes.filter { StickCodes.axes.map(UInt16.init).contains($0.code) && $0.minimum < $0.maximum }
      .sorted { $0.code < $1.code }
    let (codes, exceptions) = StickReading.codes(for: keys)
    let described = codes.values.sorted()
    description = StickDescription(
      name: StickReading.name(name), bus: id.bus, vendor: id.vendor, product: id.product, version: id.version,
      effects: effects, keys: described, axes: axes.map(\.described))
    self.exceptions = exceptions + axes.filter(\.isScaled).map { .scaled($0.code) }
    let numbers = Dictionary(uniqueKeysWithValues: described.enumerated().map { ($1, $0) })
    buttons = codes.compactMapValues { numbers[$0] }
    self.axes = Dictionary(uniqueKeysWithValues: axes.enumerated().map { ($1.code, ($0, $1)) })
    report = StickReport()
    for axis in axes { report.axes.append(axis.position(of: axis.value)) }
    for key in held { press(key, isDown: true) }
  }

  /// Applies one event from the stick; events that the description does not have are ignored.
  public mutating func apply(type: UInt16, code: UInt16, value: Int32) {
    switch Int32(type) {
    case EV_KEY: press(code, isDown: value != 0)
    case EV_ABS:
      if let (index, axis) = axes[code] { report.axes[index] = axis.position(of: value) }
    default: break
    }
  }

  private mutating func press(_ code: UInt16, isDown: Bool) {
    if let button = buttons[code] { report.buttons[button] = isDown }
  }

  /// The codes to which `hid-universal-pidff` moves the buttons beyond the sixteenth.
  private static let movedCodes: ClosedRange<UInt16> = 0x270...0x2bf

  /// Returns the code of each of `keys` in the description, and the exceptions.
  private static func codes(for keys: [UInt16]) -> (codes: [UInt16: UInt16], [Exception]) {
    let allowed = keys.filter { StickCodes.keys.contains($0) }.prefix(StickDescription.mostButtons)
    var codes = Dictionary(allowed.map { ($0, $0) }) { first, _ in first }
    var exceptions: [Exception] = []
    for key in keys.sorted() where codes[key] == nil {
      let free = StickCodes.keys.first { $0 >= UInt16(BTN_TRIGGER_HAPPY1) && !codes.values.contains($0) }
      guard movedCodes.contains(key), codes.count < StickDescription.mostButtons, let free else {
        exceptions.append(.leftOut(key))
        continue
      }
      codes[key] = free
      exceptions.append(.moved(from: key, to: free))
    }
    return (codes, exceptions)
  }

  /// Returns the part of `name` that a description may contain, or a general name if nothing is left.
  private static func name(_ name: String) -> String {
    var shown = String(String.UnicodeScalarView(name.unicodeScalars.filter(\.isShown)))
    while shown.utf8.count > StickDescription.longestName { shown.removeLast() }
    return shown.isEmpty ? "Joystick" : shown
  }
}
