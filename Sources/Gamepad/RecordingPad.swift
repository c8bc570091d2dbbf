public import Model
public import Platform

/// A pad for tests: it has no device and remembers what it was told.
public final class RecordingPad: PadDevice {
  /// How many reports changed something.
  public private(set) var batchCount = 0
  /// The last report that was accepted.
  public private(set) var lastReport = PadReport.neutral
  /// What every following report fails with, a value of errno(3); nil: none fails.
  public var failure: Int32?
  private let encoder: ReportEncoder
  private let isHID: Bool
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
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    if let failure { return .failed(code: failure) }
    encoder.encode(report, after: lastReport, into: &batch)
    let count = isHID ? (report == lastReport ? 0 : 1) : batch.count
    lastReport = report
    guard count > 0 else { return .unchanged }
    recent[batchCount % RecordingPad.capacity] = report
    batchCount += 1
    return .sent(events: count)
  }
}

/// What a pad without a device has no games for.
extension RecordingPad {
  /// There is no device.
  public var sysname: String? { nil }

  /// Nobody asks for anything.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {}

  /// Nobody has asked.
  public func leave(_ poller: borrowing Poller) {}

  /// Nobody asks for anything.
  public func takeRequests(at now: Instant) {}

  /// Nothing is wanted.
  public func feedback(at now: Instant) -> PadFeedback { .rest }

  /// Nothing ever will be.
  public func nextFeedback(after now: Instant) -> Instant { .distantFuture }

  /// Nothing keeps it.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {}

  /// There is nothing to unplug.
  public func destroy() {}
}
