internal import CEvdev
public import Model
internal import Platform

/// The sensors beside a pad, a device of their own: sticks and accelerometers may not share one (event-codes.rst).
///
/// The device is made when the first sample comes and goes with this. Where it cannot be made or fails, the pad does
/// without. A class, because a pad is moved with every report and has to be small.
public final class SensorNode {
  private let slot: PlayerSlot
  private let path: String
  private var descriptor: Descriptor?
  private var encoder = ReportEncoder(identity: .accelerometer)
  private var isGivenUp = false

  /// The sensors beside the pad of `slot`; their `phys` is `tiltpad/motion` and the player's number.
  public init(of slot: PlayerSlot, path: String = "/dev/uinput") {
    self.slot = slot
    self.path = path
  }

  /// Brings the sensors to `motion` with one write(2), put together in `batch`; nil moves nothing.
  func emit(_ motion: PadMotion?, in batch: inout Batch) -> Emission {
    guard let motion, !isGivenUp else { return .unchanged }
    let report = PadReport(motion: motion)
    encoder.encode(report, into: &batch)
    if batch.isEmpty { return .unchanged }
    if descriptor == nil { make() }
    let size = batch.withBytes { $0.count }
    switch batch.withBytes({ bytes in descriptor?.write(bytes) }) {
    case .done(size):
      encoder.accept(report)
      return .sent(events: batch.count)
    case .done, .wouldBlock:
      return .wouldBlock
    case .failed, nil:
      isGivenUp = true
      return .unchanged
    }
  }

  /// Makes the device, if that can be.
  private func make() {
    guard let opened = try? Descriptor(opening: path, .device) else { return }
    let phys = "tiltpad/motion\(slot.number)"
    guard (try? createDevice(on: opened, DeviceDescription(.accelerometer), phys: phys)) != nil else {
      return
    }
    descriptor = consume opened
  }
}

extension SensorNode {
  /// What sensors show that lie still.
  private static let rest = PadMotion(acceleration: MotionVector(y: 8192), rotation: .zero, time: 0)

  /// Takes over the device behind `descriptor`, and brings it to rest.
  func adopt(_ descriptor: consuming Descriptor) {
    self.descriptor = .some(consume descriptor)
    encoder.forget()
    var batch = Batch()
    _ = emit(SensorNode.rest, in: &batch)
  }

  /// Shows the descriptor of the device, if it is there.
  func showDescriptor(to body: (borrowing Descriptor) -> Void) {
    switch descriptor {
    case .some(let descriptor): body(descriptor)
    case nil: break
    }
  }

  /// Unplugs the device, whoever else holds it (UI_DEV_DESTROY).
  func destroy() {
    showDescriptor { evdev_destroy($0.number) }
    descriptor = nil
    isGivenUp = true
  }

  /// Sensors that exist already, behind any kind of descriptor.
  convenience init(adopting descriptor: consuming Descriptor) {
    self.init(of: PlayerSlot(index: 0))
    self.descriptor = .some(consume descriptor)
  }
}
