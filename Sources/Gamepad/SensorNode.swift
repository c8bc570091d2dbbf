public import Model
internal import Platform

/// The sensors beside a pad, a device of their own: sticks and accelerometers may not share one (event-codes.rst).
///
/// The device is made when the first sample comes and goes with this. Where it cannot be made or fails, that is said
/// once, and the pad does without.
public final class SensorNode {
  private let slot: PlayerSlot
  private let path: String
  private var device: UinputDevice?
  private var isGivenUp = false

  /// The sensors beside the pad of `slot`; their `phys` is `tiltpad/motion` and the player's number.
  public init(of slot: PlayerSlot, path: String = "/dev/uinput") {
    self.slot = slot
    self.path = path
  }

  /// Brings the sensors to `motion` with one write(2), put together in `batch`.
  func emit(_ motion: PadMotion, in batch: inout Batch) -> Emission {
    if isGivenUp { return .unchanged }
    do throws(PadError) {
      return try emit(motion, on: try made(), in: &batch)
    } catch {
      isGivenUp = true
      return .sensorsFailed(error)
    }
  }

  private func emit(
    _ motion: PadMotion, on device: UinputDevice, in batch: inout Batch
  ) throws(PadError) -> Emission {
    let emission = device.emit(PadReport(motion: motion), in: &batch)
    if case .failed(let code) = emission { throw .refused(code: code) }
    return emission
  }

  private func made() throws(PadError) -> UinputDevice {
    if let device { return device }
    let made = try UinputDevice(making: .accelerometer, phys: "tiltpad/motion\(slot.number)", path: path)
    device = made
    return made
  }
}

extension SensorNode {
  /// Takes over the device behind `descriptor`, and brings it to rest.
  func adopt(_ descriptor: consuming Descriptor) {
    let device = UinputDevice(adopting: descriptor, identity: .accelerometer)
    self.device = device
    var batch = Batch()
    // A failure shows with the next sample.
    _ = device.emit(PadReport(motion: .rest), in: &batch)
  }

  /// Shows the descriptor of the device, if it is there.
  func showDescriptor(to body: (borrowing Descriptor) -> Void) {
    if let device { body(device.descriptor) }
  }

  /// Unplugs the device, whoever else holds it.
  func destroy() {
    device?.destroy()
    device = nil
    isGivenUp = true
  }

  /// Sensors that exist already, behind any kind of descriptor.
  convenience init(adopting descriptor: consuming Descriptor) {
    self.init(of: PlayerSlot(index: 0))
    device = UinputDevice(adopting: descriptor, identity: .accelerometer)
  }
}
