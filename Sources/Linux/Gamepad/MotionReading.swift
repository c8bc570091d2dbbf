internal import CEvdev
public import Model

/// The measurements of a real pad's sensors, gathered from their events.
///
/// Acceleration is ABS_X to ABS_Z, and rotation is ABS_RX to ABS_RZ. The resolution of an axis is its number of steps
/// for 1 g or 1 °/s (the kernel's event-codes.rst).
public struct MotionReading: Sendable {
  /// A direction of the sensors' frame: the index of the axis, 0 to 2, and its sign.
  private typealias Direction = (index: Int, sign: Double)

  /// The frame of most drivers: x right, y up, z towards the player.
  private static let common: [Direction] = [(0, 1), (2, -1), (1, 1)]
  /// The frame of hid-nintendo: x to the triggers, y left, z up.
  private static let nintendo: [Direction] = [(1, -1), (0, 1), (2, 1)]
  /// Nintendo's vendor number.
  private static let nintendoVendor: UInt16 = 0x057e
  /// The first axis code of each sensor, and the steps of a sample per g or °/s (docs/protocol.md, "Motion").
  private static let sensors: [(first: UInt16, unit: Double)] = [
    (UInt16(ABS_X), 4_096), (UInt16(ABS_RX), 16),
  ]

  /// The codes of the axes that sensors can have.
  static let axisCodes = sensors.flatMap { [$0.first, $0.first + 1, $0.first + 2] }

  private let frame: [Direction]
  private let resolutions: [UInt16: Int32]
  private var values: [UInt16: Int32] = [:]

  /// Creates the measurements of sensors of `vendor` whose axes have these `resolutions`.
  ///
  /// An axis without a resolution is ignored, because its unit is unknown.
  public init(resolutions: [UInt16: Int32], vendor: UInt16 = 0) {
    self.resolutions = resolutions.filter { $0.value > 0 }
    frame = vendor == MotionReading.nintendoVendor ? MotionReading.nintendo : MotionReading.common
  }

  /// Applies the value of the axis `code`.
  public mutating func apply(code: UInt16, value: Int32) { values[code] = value }

  /// The latest measurement, in the frame of a controller's screen; nil before the first, or if no axis has a unit.
  public var sample: MotionSample? {
    guard values.keys.contains(where: { resolutions[$0] != nil }) else { return nil }
    return MotionSample(
      acceleration: vector(MotionReading.sensors[0]), rotation: vector(MotionReading.sensors[1]))
  }

  private func vector(_ sensor: (first: UInt16, unit: Double)) -> MotionVector {
    let steps = frame.map { direction -> Int16 in
      let code = sensor.first + UInt16(direction.index)
      guard let value = values[code], let resolution = resolutions[code] else { return 0 }
      let steps = direction.sign * sensor.unit * Double(value) / Double(resolution)
      return Int16(min(max(steps, -32_767), 32_767).rounded())
    }
    return MotionVector(x: steps[0], y: steps[1], z: steps[2])
  }
}
