public import Model

/// An encoder that turns a pad's state into the HID report that shows it.
public struct HIDReportEncoder: Sendable {
  private let input: HIDDevice.Input
  private var bytes: [UInt8]
  private var sequence: UInt8 = 0
  private var sensors = SensorReading()
  /// The value of ``HIDDevice/Source/battery`` for a full and charged battery.
  private static let fullBattery: UInt32 = 0x2a

  /// Creates an encoder of the input reports of `device`.
  ///
  /// - Precondition: the report is at most `HIDDevice.reportLimit` bytes long, which the table of the device
  ///   ensures.
  public init(_ device: HIDDevice) {
    input = device.input
    bytes = input.template
    precondition(bytes.count <= HIDDevice.reportLimit)
  }

  /// Encodes `report` at `now` and passes the bytes to `body`.
  public mutating func encode<Result>(
    _ report: PadReport, at now: Instant, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    sensors.apply(report.motion, at: now)
    for field in input.fields { put(value(of: field.source, in: report), into: field) }
    sequence &+= 1
    if let seed = input.seed { Checksum.seal(&bytes, seed: seed) }
    return body(bytes.span)
  }

  private func value(of source: HIDDevice.Source, in report: PadReport) -> UInt32 {
    switch source {
    case .control(let control, let range): UInt32(bitPattern: report.value(of: control, over: range))
    case .buttons(let buttons): report.buttons.isDisjoint(with: buttons) ? 0 : 1
    case .pull(let trigger): report.value(of: trigger) > 0 ? 1 : 0
    case .hat(let up, let none): report.direction.map { up + $0 } ?? none
    case .acceleration(let component): UInt32(bitPattern: Int32(sensors.acceleration[component]))
    case .rotation(let component): UInt32(bitPattern: Int32(sensors.rotation[component]))
    case .time: UInt32(truncatingIfNeeded: sensors.time &* 3)
    case .battery: report.battery.map { UInt32(min($0 / 10, 10)) } ?? HIDReportEncoder.fullBattery
    case .touch(let index): report.shownTouch[index]
    case .sequence: UInt32(sequence)
    }
  }

  private mutating func put(_ value: UInt32, into field: HIDDevice.Field) {
    let shift = UInt64(field.bit & 7)
    var mask = (UInt64.max >> UInt64(64 - field.width)) << shift
    var bits = UInt64(value) << shift & mask
    var offset = field.bit >> 3
    while mask != 0 {
      bytes[offset] = bytes[offset] & ~UInt8(truncatingIfNeeded: mask) | UInt8(truncatingIfNeeded: bits)
      mask >>= 8
      bits >>= 8
      offset += 1
    }
  }
}

extension PadReport {
  /// The direction of the d-pad in eighths of a turn, clockwise from up; nil when the d-pad is at rest.
  fileprivate var direction: UInt32? {
    switch (value(of: .dpadX), value(of: .dpadY)) {
    case (0, -1): 0
    case (1, -1): 1
    case (1, 0): 2
    case (1, 1): 3
    case (0, 1): 4
    case (-1, 1): 5
    case (-1, 0): 6
    case (-1, -1): 7
    default: nil
    }
  }
}

extension PadReport {
  /// The touch points, with a finger in the middle for a click that has none: drivers ignore a click without a finger.
  fileprivate var shownTouch: TouchPoints {
    touch.isEmpty && buttons[.touchpad] ? .middle(number: 0) : touch
  }
}

extension MotionVector {
  fileprivate subscript(component: HIDDevice.Component) -> Int16 {
    switch component {
    case .x: x
    case .y: y
    case .z: z
    }
  }
}
