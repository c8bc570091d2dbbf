public import Model
internal import Platform

/// The sensors beside a pad, a device of their own: sticks and accelerometers may not share one (event-codes.rst).
///
/// The device is made when the first sample comes and goes with this. Where it cannot be made or fails, the pad does
/// without.
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
    let device = device ?? (try? UinputDevice(making: .accelerometer, phys: phys, path: path))
    self.device = device
    switch device?.emit(PadReport(motion: motion), in: &batch) {
    case .failed, nil:
      isGivenUp = true
      return .unchanged
    case let emission?:
      return emission
    }
  }

  private var phys: String { "tiltpad/motion\(slot.number)" }
}

extension SensorNode {
  /// What sensors show that lie still.
  private static let rest = PadMotion(acceleration: MotionVector(y: 8192), rotation: .zero, time: 0)

  /// Takes over the device behind `descriptor`, and brings it to rest.
  func adopt(_ descriptor: consuming Descriptor) {
    device = UinputDevice(adopting: descriptor, identity: .accelerometer)
    var batch = Batch()
    _ = emit(SensorNode.rest, in: &batch)
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
