internal import CEvdev
public import Model
public import Platform

/// The device of a stick that a controller has described: the same buttons and axes as the real one.
public final class StickPad: PadDevice {
  private let pad: UinputPad
  private let description: StickDescription
  /// The state that the device shows; nil if it is unknown.
  private var shown: StickReport?
  private var events: [input_event] = []

  /// Makes a stick of `pad`, the device of `description`.
  ///
  /// The device shows `shown`; nil if that is unknown.
  public init(_ pad: UinputPad, _ description: StickDescription, showing shown: StickReport?) {
    (self.pad, self.description, self.shown) = (pad, description, shown)
    // All buttons and axes, and the end of the batch.
    events.reserveCapacity(StickDescription.mostButtons + StickAxes.capacity + 1)
  }

  deinit {
    _ = emit(description.neutral)
  }

  /// Brings the device to `report` with one write(2) of all changes.
  public func emit(_ report: StickReport) -> Emission {
    encode(report)
    guard !events.isEmpty else { return .unchanged }
    let size = events.count * MemoryLayout<input_event>.stride
    let transfer = unsafe events.withUnsafeBytes { bytes in
      unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe pad.device.descriptor.write($0.span) }
    }
    shown = transfer == .done(size) ? report : nil
    return switch transfer {
    case .done(size): .sent(events: events.count)
    case .done, .wouldBlock: .wouldBlock
    case .failed(let code): .failed(code: code)
    }
  }

  /// Brings the device to rest if `report` is at rest; other reports are those of ordinary pads, and mean nothing here.
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    report == .neutral ? emit(description.neutral) : .unchanged
  }

  /// Replaces ``events`` with the changes from ``shown`` to `report`, and their end.
  private func encode(_ report: StickReport) {
    events.removeAll(keepingCapacity: true)
    var moved = report.buttons.rawValue ^ (shown?.buttons.rawValue ?? ~report.buttons.rawValue)
    while moved != 0 {
      let button = moved.trailingZeroBitCount
      moved &= moved - 1
      guard button < description.keys.count else { break }
      append(EV_KEY, description.keys[button], report.buttons[button] ? 1 : 0)
    }
    for index in 0..<min(report.axes.count, description.axes.count)
    where shown == nil || shown?.axes[index] != report.axes[index] {
      let axis = description.axes[index]
      append(EV_ABS, UInt16(axis.code), axis.minimum + Int32(report.axes[index]))
    }
    if !events.isEmpty { append(EV_SYN, UInt16(SYN_REPORT), 0) }
  }

  private func append(_ type: Int32, _ code: UInt16, _ value: Int32) {
    var event = input_event()
    (event.type, event.code, event.value) = (UInt16(type), code, value)
    events.append(event)
  }
}

/// The members that the stick has in common with its pad.
extension StickPad {
  /// The kernel's name for the device, for example `input7`; nil if there is no device.
  public var sysname: String? { pad.sysname }

  /// Makes `poller` wake with `token` when games have requests.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try pad.join(poller, token: token)
  }

  /// Removes the stick from `poller`.
  public func leave(_ poller: borrowing Poller) { pad.leave(poller) }

  /// Receives some 32 requests from games; their result is in ``feedback(at:)``.
  public func receiveRequests(at now: Instant) { pad.receiveRequests(at: now) }

  /// Returns the force feedback that games request from the controller at `now`.
  public func feedback(at now: Instant) -> PadFeedback { pad.feedback(at: now) }

  /// Returns the next time after `now` at which ``feedback(at:)`` may change without a request.
  public func nextFeedback(after now: Instant) -> Instant { pad.nextFeedback(after: now) }

  /// Passes the descriptor of the device to `body`.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    pad.showDescriptors(of: slot, to: body)
  }

  /// Brings the device to rest and unplugs it, even if other processes hold it.
  ///
  /// The object is of no use afterwards.
  public func destroy() {
    let neutral = description.neutral
    _ = emit(neutral)
    shown = neutral
    pad.destroy()
  }
}
