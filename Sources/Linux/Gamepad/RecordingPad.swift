public import Model
public import Platform

/// A pad in memory: it has no device and remembers its last report.
public final class RecordingPad: PadDevice {
  /// The number of reports that changed something.
  public private(set) var batchCount = 0
  /// The last report that was accepted.
  public private(set) var lastReport = PadReport.neutral
  /// The value of errno(3) with which every following report fails; nil if none fails.
  public var failure: Int32?
  private let encoder: ReportEncoder
  private let isHID: Bool

  /// Creates a pad in memory that looks like `identity`, at rest.
  ///
  /// Every report fails with `failure` unless that is nil.
  public init(identity: Identity = .xbox360, failure: Int32? = nil) {
    self.failure = failure
    encoder = ReportEncoder(identity: identity)
    isHID = identity.hid != nil
  }

  /// Remembers `report` and returns the outcome that a pad with a device of the same identity would have.
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    if let failure { return .failed(code: failure) }
    encoder.encode(report, after: lastReport, into: &batch)
    let count = isHID ? (report == lastReport ? 0 : 1) : batch.count
    lastReport = report
    guard count > 0 else { return .unchanged }
    batchCount += 1
    return .sent(events: count)
  }
}

/// The members for requests from games; a pad without a device gets none.
extension RecordingPad {
  /// Always nil, because the pad has no device.
  public var sysname: String? { nil }

  /// Does nothing: no game asks for anything.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {}

  /// Does nothing: the pad never joins a poller.
  public func leave(_ poller: borrowing Poller) {}

  /// Does nothing: no game asks for anything.
  public func receiveRequests(at now: Instant) {}

  /// Returns feedback at rest.
  public func feedback(at now: Instant) -> PadFeedback { .rest }

  /// Returns `.distantFuture`: the feedback never changes.
  public func nextFeedback(after now: Instant) -> Instant { .distantFuture }

  /// Does nothing: the pad has no descriptor.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {}

  /// Does nothing: the pad has no device to unplug.
  public func destroy() {}
}
