internal import Glibc

/// Why a virtual pad could not be made.
public enum PadError: Error, Hashable, Sendable {
  /// There is no /dev/uinput or /dev/uhid: the kernel module is missing or not loaded.
  case noDevice
  /// This user may not use it.
  case notPermitted
  /// It failed for this value of errno(3).
  case refused(code: Int32)

  /// What the failure `code` of opening or setting up such a device means.
  init(code: Int32) {
    switch code {
    case ENOENT, ENODEV, ENXIO: self = .noDevice
    case EACCES, EPERM: self = .notPermitted
    default: self = .refused(code: code)
    }
  }
}

/// What became of a report.
public enum Emission: Hashable, Sendable {
  /// The device was given so many events, with the `SYN_REPORT`; or one HID report.
  case sent(events: Int)
  /// The device shows this already.
  case unchanged
  /// The device takes nothing now; the next report carries the change.
  case wouldBlock
  /// The sensors beside the device cannot be made or have failed, and are given up; the device goes on without them.
  case sensorsFailed(PadError)
  /// The device failed for this value of errno(3); it needs a new one.
  case failed(code: Int32)
}
