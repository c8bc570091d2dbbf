internal import CEvdev
public import Model
public import Platform

/// The motion sensors of a real pad, which are a separate device.
public struct PhysicalSensors: ~Copyable {
  private let reader: EventReader
  private var reading: MotionReading

  /// A result of reading the sensors.
  public enum Next: Hashable, Sendable {
    /// The sensors have measured this.
    case sample(MotionSample)
    /// No measurement is waiting.
    case nothing
    /// The sensors are gone.
    case gone
  }

  /// Opens the sensors at `path` (libevdev_new_from_fd(3)).
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted`, or `.refused`, with `EINVAL` when the device is not a sensor.
  public init(reading path: String) throws(PadError) {
    reader = try EventReader(path, of: EVDEV_SENSORS)
    reading = MotionReading(of: reader)
  }

  /// Makes `poller` wake with `token` when there is a measurement.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try reader.join(poller, token: token)
  }

  /// Returns the next measurement (libevdev_next_event(3)).
  public mutating func next() -> Next {
    while true {
      switch reader.next() {
      case .nothing: return .nothing
      case .gone: return .gone
      case .event(let event) where event.type == UInt16(EV_SYN):
        if let sample = reading.sample { return .sample(sample) }
      case .event(let event) where event.type == UInt16(EV_ABS):
        reading.apply(code: event.code, value: event.value)
      case .event: break
      }
    }
  }
}

extension MotionReading {
  /// Creates the present measurement of the sensors that `reader` reads.
  fileprivate init(of reader: borrowing EventReader) {
    let axes = reader.axes(MotionReading.axisCodes)
    self.init(
      resolutions: Dictionary(axes.map { ($0.code, $0.resolution) }) { $1 }, vendor: reader.vendor)
    for axis in axes { apply(code: axis.code, value: axis.value) }
  }
}
