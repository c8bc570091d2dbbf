import Gamepad
import Model
import Platform

@testable import Daemon

/// A pad without a device; the test decides the result of each report.
final class StubPad: PadDevice {
  private let shown: () -> Emission

  init(_ shown: @escaping () -> Emission) { self.shown = shown }

  var sysname: String? { nil }

  func emit(_ report: PadReport, in batch: inout Batch) -> Emission { shown() }

  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {}

  func leave(_ poller: borrowing Poller) {}

  func receiveRequests(at now: Instant) {}

  func feedback(at now: Instant) -> PadFeedback { .rest }

  func nextFeedback(after now: Instant) -> Instant { .distantFuture }

  func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {}

  func destroy() {}
}
