internal import CEvdev
public import Model
public import Platform

/// The motion sensors of a real pad, which are a device of their own beside it.
@safe public struct PhysicalSensors: ~Copyable {
  private let descriptor: Descriptor
  private let reader: UnsafeMutableRawPointer
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
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted`, or `.refused`, with `EINVAL` when the device is no sensor.
  public init(reading path: String) throws(PadError) {
    let descriptor = try Descriptor.node(path)
    var opened: UnsafeMutableRawPointer?
    let result = unsafe evdev_reader_open(descriptor.number, EVDEV_SENSORS, &opened)
    guard result == 0, let opened = unsafe opened else { throw PadError(code: -result) }
    self.descriptor = descriptor
    unsafe reader = unsafe opened
    reading = unsafe MotionReading(of: opened)
  }

  deinit {
    unsafe evdev_reader_close(reader)
  }

  /// Makes `poller` wake with `token` when there is a measurement.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// Returns the next measurement (libevdev_next_event(3)).
  public mutating func next() -> Next {
    var event = evdev_event()
    while true {
      let result = unsafe evdev_reader_next(reader, &event)
      guard result == 1 else { return result == 0 ? .nothing : .gone }
      if event.type == UInt16(EV_ABS) { reading.apply(code: event.code, value: event.value) }
      if event.type == UInt16(EV_SYN), let sample = reading.sample { return .sample(sample) }
    }
  }
}

extension MotionReading {
  /// Creates the present measurement of the sensors that `reader` reads.
  fileprivate init(of reader: UnsafeMutableRawPointer) {
    var axes: [evdev_axis] = []
    for code in MotionReading.axisCodes {
      var axis = evdev_axis()
      if unsafe evdev_reader_axis(reader, UInt32(code), &axis) == 1 { axes.append(axis) }
    }
    self.init(
      resolutions: Dictionary(axes.map { ($0.code, $0.resolution) }) { $1 },
      vendor: UInt16(truncatingIfNeeded: unsafe evdev_reader_vendor(reader)))
    for axis in axes { apply(code: axis.code, value: axis.value) }
  }
}
