public import Model

/// A pad for tests: it has no device and remembers what it was told.
public struct RecordingPad: ~Copyable {
  /// How many reports changed something.
  public private(set) var batchCount = 0
  /// The last report that was accepted.
  public private(set) var lastReport = PadReport.neutral
  /// What every following report fails with, a value of errno(3); nil: none fails.
  public var failure: Int32?
  private var encoder: ReportEncoder
  private let isHID: Bool
  // On the heap, so that a `PadDevice` is as small as a real pad.
  private var recent = [PadReport](repeating: .neutral, count: capacity)

  /// How many reports are remembered.
  public static let capacity = 64

  /// A stand-in for a pad that looks like `identity`, at rest, where every report fails with `failure` unless nil.
  public init(identity: Identity = .xbox360, failure: Int32? = nil) {
    self.failure = failure
    encoder = ReportEncoder(identity: identity)
    isHID = identity.hid != nil
  }

  /// The report that changed something `age` such reports before the last; nil when it is not remembered.
  public func report(age: Int) -> PadReport? {
    guard (0..<min(batchCount, RecordingPad.capacity)).contains(age) else { return nil }
    return recent[(batchCount - 1 - age) % RecordingPad.capacity]
  }

  /// Remembers `report`, as ``UinputPad/emit(_:in:)`` would give it to a device.
  public mutating func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    if let failure { return .failed(code: failure) }
    encoder.encode(report, into: &batch)
    let count = isHID ? (report == lastReport ? 0 : 1) : batch.count
    encoder.accept(report)
    lastReport = report
    guard count > 0 else { return .unchanged }
    recent[batchCount % RecordingPad.capacity] = report
    batchCount += 1
    return .sent(events: count)
  }
}
