internal import CEvdev
public import Model

/// Turns reports into the input events that bring a device from the report that it shows to the next.
public struct ReportEncoder: Sendable {
  // As they are in the identity, so that all its devices have them in one place.
  private let keys: [Identity.Key]
  private let axes: [Identity.Axis]
  private let hasSensors: Bool

  /// An encoder for devices of `identity`.
  ///
  /// - Precondition: `identity` has at most 30 keys and axes, and nothing else when it has sensors, which is a matter of
  ///   its table.
  public init(identity: Identity) {
    precondition(identity.keys.count + identity.axes.count < Batch.capacity - 1)
    keys = identity.keys
    axes = identity.axes
    hasSensors = identity.hasSensors
    precondition(!hasSensors || keys.isEmpty && axes.allSatisfy(\.control.isSensed))
  }

  /// The events for what differs between `report` and the device, which shows `shown`, keys before axes, and one
  /// `SYN_REPORT`; an empty batch when nothing does, and all of `report` when nobody knows what the device shows.
  public func batch(for report: PadReport, after shown: PadReport? = .neutral) -> Batch {
    var batch = Batch()
    encode(report, after: shown, into: &batch)
    return batch
  }

  /// Puts the events of ``batch(for:after:)`` into `batch`, whatever was there.
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

  /// The sample of `report` that a device of sensors is to be given that shows `shown`; nil when there is none.
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
    let known = shown ?? .neutral
    for axis in axes {
      // No axis is coarser than its control: what differs in a report differs on the device.
      let hasMoved = report.value(of: axis.control) != known.value(of: axis.control)
      guard hasMoved || shown == nil else { continue }
      batch.append(type: UInt16(EV_ABS), code: axis.code, value: axis.value(in: report))
    }
  }

  /// All of a new sample, as drivers of real pads have it; what is the same the kernel leaves out.
  @inline(never)
  private func append(_ motion: PadMotion, to batch: inout Batch) {
    let shown = PadReport(motion: motion)
    for axis in axes { batch.append(type: UInt16(EV_ABS), code: axis.code, value: axis.value(in: shown)) }
    batch.append(
      type: UInt16(EV_MSC), code: UInt16(MSC_TIMESTAMP), value: Int32(truncatingIfNeeded: motion.time))
  }
}

/// The events that a device is given at one time.
///
/// It is as large as the most events; who writes many reports keeps one, so that it is not made and copied each time.
public struct Batch: Sendable {
  /// How many events there are, with the `SYN_REPORT`.
  public private(set) var count = 0
  private var events = InlineArray<32, input_event>(repeating: input_event())

  /// The most events in a batch.
  static let capacity = 32

  /// Whether there is nothing to write.
  public var isEmpty: Bool { count == 0 }

  /// The event at `index`.
  public subscript(index: Int) -> InputEvent {
    precondition(index < count)
    return InputEvent(type: events[index].type, code: events[index].code, value: events[index].value)
  }

  /// Shows the events as write(2) takes them, an array of struct input_event without times.
  public mutating func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let size = count * MemoryLayout<input_event>.stride
    return unsafe events.span.withUnsafeBytes { bytes in
      let batch = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<size])
      return unsafe batch.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
    }
  }

  /// No events yet.
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
  /// Which key or axis.
  public var code: UInt16
  /// Where it is now.
  public var value: Int32

  /// The event that `code` of `type` has become `value`.
  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }
}
