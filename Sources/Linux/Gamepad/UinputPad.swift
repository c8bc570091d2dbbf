public import Model
public import Platform

/// A virtual pad of the kernel, which games find as if it were real.
///
/// The pad disappears when it is destroyed or when the last copy of its descriptor is closed.
public final class UinputPad: PadDevice {
  /// The device of the pad itself.
  let device: UinputDevice
  /// The separate sensors of the pad; nil if there are none.
  let sensors: SensorNode?
  /// The force feedback effects that games have stored, and which of them play.
  var effects = EffectTable()

  /// Makes a pad for the player in `slot` that looks like `identity`, at rest.
  ///
  /// The pad's `phys` is `tiltpad/pad` and the player's number, by which udev rules recognise Tiltpad's pads. `sensors`
  /// show the controller's motion, which `identity` does not.
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
  public init(
    identity: Identity, slot: PlayerSlot, path: String = "/dev/uinput",
    sensors: SensorNode? = nil
  ) throws(PadError) {
    device = try UinputDevice(making: identity, phys: "tiltpad/pad\(slot.number)", path: path)
    self.sensors = sensors
  }

  /// Adopts an existing device that looks like `identity`; the first report sets its whole state.
  ///
  /// The descriptor may also be of another kind; the batches of events are then written to it.
  public init(
    adopting descriptor: consuming Descriptor, identity: Identity, sensors: SensorNode? = nil
  ) {
    device = UinputDevice(adopting: descriptor, identity: identity)
    self.sensors = sensors
  }

  /// Tests whether pads can be made at all.
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

  /// The kernel's name for the device, for example `input7`; nil if there is no device.
  public var sysname: String? { device.sysname }

  /// Makes the device show `report` with one write(2) of all changes, and then the sensors with another.
  ///
  /// `batch` is the space in which the changes are assembled.
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    let emission = device.emit(report, in: &batch)
    if case .failed = emission { return emission }
    guard let motion = report.motion, let sensors else { return emission }
    let sensed = sensors.emit(motion, in: &batch)
    if case .sensorsFailed = sensed { return sensed }
    return emission == .unchanged ? sensed : emission
  }

  /// Makes `poller` wake with `token` when games have requests.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(device.descriptor, token: token)
  }

  /// Removes the pad from `poller`.
  public func leave(_ poller: borrowing Poller) { try? poller.remove(device.descriptor) }

  /// Brings the device and its sensors to rest and unplugs them, even if other processes have them open.
  ///
  /// The object is of no use afterwards.
  public func destroy() {
    device.destroy()
    sensors?.destroy()
  }
}
