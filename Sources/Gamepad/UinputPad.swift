internal import CEvdev
public import Model
public import Platform

/// A virtual pad of the kernel, which games find as a real one.
///
/// It goes when it is destroyed, or with the last copy of its descriptor.
public struct UinputPad: ~Copyable {
  /// The open /dev/uinput.
  public let descriptor: Descriptor
  /// How many batches the device has been given.
  public private(set) var batchCount = 0
  /// The last report that the device was given.
  public private(set) var lastReport = PadReport.neutral
  private var encoder: ReportEncoder
  private let sensors: SensorNode?
  /// What games play on it.
  var effects = EffectTable()

  /// Makes a pad for the player of `slot` that looks like `identity`, at rest.
  ///
  /// Its `phys` is `tiltpad/pad` and the player's number, by which udev rules know our pads. What `identity` does not
  /// show of the controller's motion, `sensors` do.
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
  public init(
    identity: Identity, slot: PlayerSlot, path: String = "/dev/uinput",
    sensors: SensorNode? = nil
  ) throws(PadError) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor(opening: path, .device)
    } catch {
      throw PadError(code: error.code)
    }
    try createDevice(on: descriptor, DeviceDescription(identity), phys: "tiltpad/pad\(slot.number)")
    self.descriptor = descriptor
    encoder = ReportEncoder(identity: identity)
    self.sensors = sensors
  }

  /// Finds out whether pads can be made at all.
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
  public static func probe(path: String = "/dev/uinput") throws(PadError) {
    guard FileStatus(path)?.isCharacterDevice ?? true else { throw .noDevice }
    do throws(SystemError) {
      _ = try Descriptor(opening: path, .device)
    } catch {
      throw PadError(code: error.code)
    }
  }

  /// Takes over a device that looks like `identity` and exists already; the first report sets all of it.
  ///
  /// Batches go to any other kind of descriptor as well.
  public init(
    adopting descriptor: consuming Descriptor, identity: Identity, sensors: SensorNode? = nil
  ) {
    self.descriptor = descriptor
    encoder = ReportEncoder(identity: identity, start: nil)
    self.sensors = sensors
  }

  deinit {
    var batch = encoder.batch(for: .neutral)
    batch.withBytes { bytes in
      if !bytes.isEmpty { _ = descriptor.write(bytes) }
    }
  }

  /// Unplugs the device, at rest, whoever else holds it; nothing more can be done with it (UI_DEV_DESTROY).
  public mutating func destroy() {
    var batch = Batch()
    _ = emit(.neutral, in: &batch)
    encoder.accept(.neutral)
    evdev_destroy(descriptor.number)
    sensors?.destroy()
  }

  /// Shows the descriptor of the sensors beside the pad, if they are there.
  func showSensors(to body: (borrowing Descriptor) -> Void) {
    sensors?.showDescriptor(to: body)
  }

  /// The name of the device below /sys/devices/virtual/input, as `input7` (UI_GET_SYSNAME); nil when there is
  /// none.
  public var sysname: String? { UinputPad.sysname(of: descriptor) }

  /// The name of the device that was made through `descriptor`.
  static func sysname(of descriptor: borrowing Descriptor) -> String? {
    let number = descriptor.number
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
      guard let start = name.baseAddress else { return nil }
      let result = unsafe evdev_sysname(number, start, name.count)
      return unsafe result == 0 ? String(cString: start) : nil
    }
  }

  /// Brings the device to `report` with one write(2) of all that changes, put together in `batch`, and then its
  /// sensors with another.
  public mutating func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    let emission = emitWithoutSensors(report, in: &batch)
    if case .failed = emission { return emission }
    let sensed = sensors?.emit(report.motion, in: &batch) ?? .unchanged
    return emission == .unchanged ? sensed : emission
  }

  private mutating func emitWithoutSensors(_ report: PadReport, in batch: inout Batch) -> Emission {
    encoder.encode(report, into: &batch)
    guard !batch.isEmpty else {
      encoder.accept(report)
      lastReport = report
      return .unchanged
    }
    let (transfer, size) = batch.withBytes { (descriptor.write($0), $0.count) }
    switch transfer {
    case .done(size):
      encoder.accept(report)
      lastReport = report
      batchCount += 1
      return .sent(events: batch.count)
    case .wouldBlock:
      return .wouldBlock
    case .done:
      // Some of it arrived; the next batch therefore says everything.
      encoder.forget()
      return .wouldBlock
    case .failed(let code):
      encoder.forget()
      return .failed(code: code)
    }
  }
}
