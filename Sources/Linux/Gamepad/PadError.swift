internal import Glibc

/// The reason why a virtual pad could not be made, or a real device could not be opened.
public enum PadError: Error, Hashable, Sendable {
  /// There is no such device; for /dev/uinput and /dev/uhid, the kernel module is missing or not loaded.
  case noDevice
  /// The user may not open the device.
  case notPermitted
  /// The device failed with this value of errno(3).
  case refused(code: Int32)

  /// Creates the error for `code`, the value of errno(3) with which opening or setting up the device failed.
  init(code: Int32) {
    switch code {
    case ENOENT, ENODEV, ENXIO: self = .noDevice
    case EACCES, EPERM: self = .notPermitted
    default: self = .refused(code: code)
    }
  }
}

/// The outcome of a report.
public enum Emission: Hashable, Sendable {
  /// The device received this number of events, including the `SYN_REPORT`, or one HID report.
  case sent(events: Int)
  /// The device already shows the state of the report.
  case unchanged
  /// The device accepts no more now; the next report carries what is missing.
  case wouldBlock
  /// The separate sensors failed or could not be made, and are abandoned; the device continues without them.
  case sensorsFailed(PadError)
  /// The device failed with this value of errno(3) and must be replaced by a new one.
  case failed(code: Int32)
}
