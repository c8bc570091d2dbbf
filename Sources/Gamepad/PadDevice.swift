public import Model
public import Platform

/// A pad, real or recording, so that a table of slots can hold either.
public enum PadDevice: ~Copyable {
  /// A device of the kernel.
  case uinput(UinputPad)
  /// A device of the kernel that is made of HID reports.
  case uhid(UhidPad)
  /// A stand-in for tests.
  case recording(RecordingPad)

  /// What the kernel calls the pad, as `input7`, or the address that its devices share; nil without a device.
  public var sysname: String? {
    switch self {
    case .uinput(let pad): pad.sysname
    case .uhid(let pad): pad.address.text
    case .recording: nil
    }
  }

  /// How many batches the pad has been given.
  public var batchCount: Int {
    switch self {
    case .uinput(let pad): pad.batchCount
    case .uhid(let pad): pad.batchCount
    case .recording(let pad): pad.batchCount
    }
  }

  /// The last report that the pad was given.
  public var lastReport: PadReport {
    switch self {
    case .uinput(let pad): pad.lastReport
    case .uhid(let pad): pad.lastReport
    case .recording(let pad): pad.lastReport
    }
  }

  /// Reports to `poller` as `token` that games ask for something; a pad without a device has no games.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    switch self {
    case .uinput(let pad): try poller.add(pad.descriptor, token: token)
    case .uhid(let pad): try poller.add(pad.descriptor, token: token)
    case .recording: break
    }
  }

  /// No longer reports to `poller`, which would otherwise look at a device that others hold as well.
  public func leave(_ poller: borrowing Poller) {
    switch self {
    case .uinput(let pad): try? poller.remove(pad.descriptor)
    case .uhid(let pad): try? poller.remove(pad.descriptor)
    case .recording: break
    }
  }

  /// Takes what games have asked for; what that leads to is in ``feedback(at:)``.
  public mutating func takeRequests(at now: Instant) {
    switch consume self {
    case .uinput(var pad):
      pad.takeRequests(at: now)
      self = .uinput(pad)
    case .uhid(var pad):
      pad.takeRequests(at: now)
      self = .uhid(pad)
    case .recording(let pad):
      self = .recording(pad)
    }
  }

  /// What games want of the controller at `now`.
  public func feedback(at now: Instant) -> PadFeedback {
    switch self {
    case .uinput(let pad): pad.feedback(at: now)
    case .uhid(let pad): pad.feedback(at: now)
    case .recording: .rest
    }
  }

  /// When ``feedback(at:)`` may differ without a request, after `now`, or ``refresh(at:)`` has something to do.
  public func nextFeedback(after now: Instant) -> Instant {
    switch self {
    case .uinput(let pad): pad.nextFeedback(after: now)
    case .uhid(let pad): min(pad.nextFeedback(after: now), pad.nextRefresh)
    case .recording: .distantFuture
    }
  }

  /// Gives the pad its last report again if that is due at `now`.
  public mutating func refresh(at now: Instant) {
    switch consume self {
    case .uhid(var pad):
      pad.refresh(at: now)
      self = .uhid(pad)
    case let pad:
      self = pad
    }
  }

  /// Unplugs the device, at rest; nothing more can be done with it.
  public mutating func destroy() {
    switch consume self {
    case .uinput(var pad):
      pad.destroy()
      self = .uinput(pad)
    case .uhid(var pad):
      pad.destroy()
      self = .uhid(pad)
    case .recording(let pad):
      self = .recording(pad)
    }
  }

  /// Brings the pad to `report`, with `batch` as the place to put the events together.
  public mutating func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    switch consume self {
    case .uinput(var pad):
      let emission = pad.emit(report, in: &batch)
      self = .uinput(pad)
      return emission
    case .uhid(var pad):
      let emission = pad.emit(report)
      self = .uhid(pad)
      return emission
    case .recording(var pad):
      let emission = pad.emit(report, in: &batch)
      self = .recording(pad)
      return emission
    }
  }
}
