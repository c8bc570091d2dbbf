public import Model
internal import Platform

/// The separate sensors of a pad.
///
/// They are a separate device because sticks and accelerometers may not share one (event-codes.rst).
///
/// The device is made at the first sample and disappears with this object. If the device cannot be made or fails, the
/// object reports it once, and the pad continues without sensors.
public final class SensorNode {
  private let slot: PlayerSlot
  private let path: String
  private var device: UinputDevice?
  private var isGivenUp = false

  /// Creates the separate sensors of the pad of `slot`; their `phys` is `tiltpad/motion` and the player's number.
  public init(of slot: PlayerSlot, path: String = "/dev/uinput") {
    self.slot = slot
    self.path = path
  }

  /// Makes the sensors show `motion` with one write(2); `batch` is the space in which the events are
  /// assembled.
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
  /// Adopts the device of `descriptor` and brings it to rest.
  func adopt(_ descriptor: consuming Descriptor) {
    let device = UinputDevice(adopting: descriptor, identity: .accelerometer)
    self.device = device
    var batch = Batch()
    // The next sample reports any failure.
    _ = device.emit(PadReport(motion: .rest), in: &batch)
  }

  /// Passes the descriptor of the device to `body`, if the device exists.
  func showDescriptor(to body: (borrowing Descriptor) -> Void) {
    if let device { body(device.descriptor) }
  }

  /// Unplugs the device, even if other processes have it open.
  func destroy() {
    device?.destroy()
    device = nil
    isGivenUp = true
  }

  /// Creates sensors whose device is `descriptor`, which may be of any kind.
  convenience init(adopting descriptor: consuming Descriptor) {
    self.init(of: PlayerSlot(index: 0))
    device = UinputDevice(adopting: descriptor, identity: .accelerometer)
  }
}
