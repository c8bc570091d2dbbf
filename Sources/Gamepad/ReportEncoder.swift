internal import CEvdev
public import Model

/// Turns reports into the input events that bring a device from the last accepted report to the next.
public struct ReportEncoder: Sendable {
  private let keys: [Identity.Key]
  private let axes: [Identity.Axis]
  private let sensors: [Identity.Axis]
  private var dither = AccelerationDither()
  private var accepted: PadReport?

  /// An encoder for a device of `identity` that shows `start`; nil when nobody knows what it shows.
  ///
  /// - Precondition: `identity` has at most 30 keys and axes, which is a matter of its table.
  public init(identity: Identity, start: PadReport? = .neutral) {
    precondition(identity.keys.count + identity.axes.count < Batch.capacity - 1)
    keys = identity.keys
    axes = identity.axes.filter { !$0.control.isSensed }
    sensors = identity.axes.filter(\.control.isSensed)
    accepted = start
  }

  /// The events for what differs between `report` and the device, keys before axes, and one `SYN_REPORT`;
  /// an empty batch when nothing does.
  public func batch(for report: PadReport) -> Batch {
    var batch = Batch()
    encode(report, into: &batch)
    return batch
  }

  /// Puts the events of ``batch(for:)`` into `batch`, whatever was there.
  func encode(_ report: PadReport, into batch: inout Batch) {
    batch.removeAll()
    guard report != accepted else { return }
    if report.buttons != accepted?.buttons { appendKeys(of: report, to: &batch) }
    appendAxes(of: report, to: &batch)
    if hasNewSample(report) { appendSensors(of: report, to: &batch) }
    if !batch.isEmpty { batch.append(type: UInt16(EV_SYN), code: UInt16(SYN_REPORT), value: 0) }
  }

  private func appendAxes(of report: PadReport, to batch: inout Batch) {
    let known = accepted ?? .neutral
    for axis in axes {
      // No axis is coarser than its control: what differs in a report differs on the device.
      let hasMoved = report.value(of: axis.control) != known.value(of: axis.control)
      guard hasMoved || accepted == nil else { continue }
      batch.append(type: UInt16(EV_ABS), code: axis.code, value: axis.value(in: report))
    }
  }

  private func hasNewSample(_ report: PadReport) -> Bool {
    !sensors.isEmpty && report.motion != nil && report.motion != accepted?.motion
  }

  /// All of a new sample, as drivers of real pads have it; what is the same the kernel leaves out.
  @inline(never)
  private func appendSensors(of report: PadReport, to batch: inout Batch) {
    guard var motion = report.motion else { return }
    motion.acceleration = dither.value(for: motion.acceleration)
    let shown = PadReport(motion: motion)
    for axis in sensors { batch.append(type: UInt16(EV_ABS), code: axis.code, value: axis.value(in: shown)) }
    batch.append(
      type: UInt16(EV_MSC), code: UInt16(MSC_TIMESTAMP), value: Int32(truncatingIfNeeded: motion.time))
  }

  private func appendKeys(of report: PadReport, to batch: inout Batch) {
    for key in keys {
      let isDown = report.buttons[key.button]
      guard isDown != accepted?.buttons[key.button] else { continue }
      batch.append(type: UInt16(EV_KEY), code: key.code, value: isDown ? 1 : 0)
    }
  }

  /// The device now shows `report`.
  public mutating func accept(_ report: PadReport) {
    if hasNewSample(report), let motion = report.motion { dither.accept(motion.acceleration) }
    accepted = report
  }

  /// Nobody knows what the device shows: the next batch has every key and axis.
  public mutating func forget() {
    accepted = nil
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
