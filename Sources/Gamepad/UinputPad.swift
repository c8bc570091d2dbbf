public import Model
public import Platform

/// A virtual pad of the kernel, which games find as a real one.
///
/// It goes when it is destroyed, or with the last copy of its descriptor.
public final class UinputPad: PadDevice {
  /// The pad itself.
  let device: UinputDevice
  /// The sensors beside it.
  let sensors: SensorNode?
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
    device = try UinputDevice(making: identity, phys: "tiltpad/pad\(slot.number)", path: path)
    self.sensors = sensors
  }

  /// Takes over a device that looks like `identity` and exists already; the first report sets all of it.
  ///
  /// Batches go to any other kind of descriptor as well.
  public init(
    adopting descriptor: consuming Descriptor, identity: Identity, sensors: SensorNode? = nil
  ) {
    device = UinputDevice(adopting: descriptor, identity: identity)
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

  /// What the kernel calls the device, as `input7`; nil when there is none.
  public var sysname: String? { device.sysname }

  /// Brings the device to `report` with one write(2) of all that changes, put together in `batch`, and then its
  /// sensors with another.
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    let emission = device.emit(report, in: &batch)
    if case .failed = emission { return emission }
    guard let motion = report.motion, let sensors else { return emission }
    let sensed = sensors.emit(motion, in: &batch)
    if case .sensorsFailed = sensed { return sensed }
    return emission == .unchanged ? sensed : emission
  }

  /// Reports to `poller` as `token` that games ask for something.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(device.descriptor, token: token)
  }

  /// No longer reports to `poller`.
  public func leave(_ poller: borrowing Poller) { try? poller.remove(device.descriptor) }

  /// Unplugs the device and its sensors, at rest, whoever else holds them; nothing more can be done with it.
  public func destroy() {
    device.destroy()
    sensors?.destroy()
  }
}
