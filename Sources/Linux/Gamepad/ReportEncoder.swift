internal import CEvdev
public import Model

/// An encoder that turns reports into the input events that bring a device from one state to the next.
public struct ReportEncoder: Sendable {
  // These are the identity's own arrays, so that all devices of an identity share one copy.
  private let keys: [Identity.Key]
  private let axes: [Identity.Axis]
  private let hasSensors: Bool

  /// Creates an encoder for devices of `identity`.
  ///
  /// - Precondition: `identity` has at most 30 keys and axes; if it has sensors, it has nothing else. The
  ///   table of the identity ensures both.
  public init(identity: Identity) {
    precondition(identity.keys.count + identity.axes.count < Batch.capacity - 1)
    keys = identity.keys
    axes = identity.axes
    hasSensors = identity.hasSensors
    precondition(!hasSensors || keys.isEmpty && axes.allSatisfy(\.control.isSensed))
  }

  /// Returns the events for the differences between `report` and `shown`, the state of the device.
  ///
  /// Keys come first, then axes, then one `SYN_REPORT`. The batch is empty if nothing differs. It contains all of
  /// `report` if `shown` is nil, which stands for an unknown state.
  ///
  /// For a device of sensors, a new sample gives all axes, then `MSC_TIMESTAMP`, then `SYN_REPORT`. Without a new
  /// sample the batch is empty.
  public func batch(for report: PadReport, after shown: PadReport? = .neutral) -> Batch {
    var batch = Batch()
    encode(report, after: shown, into: &batch)
    return batch
  }

  /// Replaces the content of `batch` with the events of ``batch(for:after:)``.
  public func encode(_ report: PadReport, after shown: PadReport?, into batch: inout Batch) {
    batch.removeAll()
    if hasSensors {
      if let motion = newSample(of: report, after: shown) { append(motion, to: &batch) }
    } else {
      if report.buttons != shown?.buttons { appendKeys(of: report, after: shown, to: &batch) }
      appendAxes(of: report, after: shown, to: &batch)
    }
    if !batch.isEmpty { batch.append(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0) }
  }

  /// Returns the new sample in `report` for a sensor device that shows `shown`.
  ///
  /// It is nil if the device has no sensors, or if `report` contains no new sample.
  func newSample(of report: PadReport, after shown: PadReport?) -> PadMotion? {
    guard hasSensors, let motion = report.motion, motion != shown?.motion else { return nil }
    return motion
  }

  private func appendKeys(of report: PadReport, after shown: PadReport?, to batch: inout Batch) {
    for key in keys {
      let isDown = report.buttons[key.button]
      guard isDown != shown?.buttons[key.button] else { continue }
      batch.append(type: UInt16(EV_KEY), code: key.code, value: isDown ? 1 : 0)
    }
  }

  private func appendAxes(of report: PadReport, after shown: PadReport?, to batch: inout Batch) {
    // Only a clutch is coarser than what moves it, here a stick; the kernel drops a position that it repeats.
    let moved = shown.map { report.controlsMoved(since: $0) } ?? .max
    guard moved != 0 else { return }
    for axis in axes where moved >> axis.control.rawValue & 1 != 0 {
      batch.append(type: UInt16(EV_ABS), code: axis.code, value: axis.value(in: report))
    }
  }

  /// Appends all axes of a new sample, as drivers of real pads do; the kernel drops the axes that did not change.
  @inline(never)
  private func append(_ motion: PadMotion, to batch: inout Batch) {
    let shown = PadReport(motion: motion)
    for axis in axes { batch.append(type: UInt16(EV_ABS), code: axis.code, value: axis.value(in: shown)) }
    batch.append(
      type: UInt16(EV_MSC), code: UInt16(MSC_TIMESTAMP), value: Int32(truncatingIfNeeded: motion.time))
  }
}

/// The events that a device receives at one time.
///
/// A batch always has room for the maximum number of events. A caller that writes many reports reuses one batch, so
/// that none is created and copied each time.
public struct Batch: Sendable {
  /// The number of events, including the `SYN_REPORT`.
  public private(set) var count = 0
  private var events = InlineArray<32, input_event>(repeating: input_event())

  /// The maximum number of events in a batch.
  static let capacity = 32

  /// True if the batch has no events.
  public var isEmpty: Bool { count == 0 }

  /// The event at `index`.
  public subscript(index: Int) -> InputEvent {
    precondition(index < count)
    return InputEvent(type: events[index].type, code: events[index].code, value: events[index].value)
  }

  /// Passes the events to `body` in the form that write(2) expects, an array of struct input_event without times.
  public mutating func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let size = count * MemoryLayout<input_event>.stride
    return unsafe events.span.withUnsafeBytes { bytes in
      let batch = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<size])
      return unsafe batch.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
    }
  }

  /// Creates an empty batch.
  public init() {}

  mutating func removeAll() {
    count = 0
  }

  mutating func append(type: UInt16, code: UInt16, value: Int32) {
    events[count].type = type
    events[count].code = code
    events[count].value = value
    count += 1
  }
}

/// One event of the kernel's input layer (struct input_event), without its time.
public struct InputEvent: Hashable, Sendable {
  /// `EV_KEY`, `EV_ABS`, `EV_MSC` or `EV_SYN`.
  public var type: UInt16
  /// The code within the type, for example that of a key or an axis.
  public var code: UInt16
  /// The new value.
  public var value: Int32

  /// Creates the event in which `code` of `type` takes `value`.
  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }
}
