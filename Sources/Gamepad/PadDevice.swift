public import Model

/// A pad, real or recording, so that a table of slots can hold either.
public enum PadDevice: ~Copyable {
  /// A device of the kernel.
  case uinput(UinputPad)
  /// A stand-in for tests.
  case recording(RecordingPad)

  /// How many batches the pad has been given.
  public var batchCount: Int {
    switch self {
    case .uinput(let pad): pad.batchCount
    case .recording(let pad): pad.batchCount
    }
  }

  /// The last report that the pad was given.
  public var lastReport: PadReport {
    switch self {
    case .uinput(let pad): pad.lastReport
    case .recording(let pad): pad.lastReport
    }
  }

  /// Brings the pad to `report`.
  public mutating func emit(_ report: PadReport) -> Emission {
    switch consume self {
    case .uinput(var pad):
      let emission = pad.emit(report)
      self = .uinput(pad)
      return emission
    case .recording(var pad):
      let emission = pad.emit(report)
      self = .recording(pad)
      return emission
    }
  }
}
