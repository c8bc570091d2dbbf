internal import CEvdev
internal import Forces
internal import Model
internal import Platform

/// A uinput device and the state that it shows; the device comes to rest when the object is released.
final class UinputDevice {
  /// The file descriptor of the open /dev/uinput.
  let descriptor: Descriptor
  /// The state that the device shows; nil if it is unknown.
  private(set) var shown: PadReport?
  private let encoder: ReportEncoder
  private var dither = AccelerationDither()

  /// Makes a device that looks like `identity`, at rest, with the given `phys`.
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
  init(making identity: Identity, phys: String, path: String) throws(PadError) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor(opening: path, .device)
    } catch {
      throw PadError(code: error.code)
    }
    try createDevice(on: descriptor, DeviceDescription(identity), phys: phys)
    self.descriptor = descriptor
    encoder = ReportEncoder(identity: identity)
    shown = .neutral
  }

  /// Adopts an existing device that looks like `identity`; the first report sets its whole state.
  init(adopting descriptor: consuming Descriptor, identity: Identity) {
    self.descriptor = descriptor
    encoder = ReportEncoder(identity: identity)
  }

  deinit {
    var batch = encoder.batch(for: .neutral, after: shown)
    if !batch.isEmpty { _ = batch.withBytes { descriptor.write($0) } }
  }

  /// The name of the device below /sys/devices/virtual/input, for example `input7`; nil if there is no device.
  var sysname: String? { UinputDevice.sysname(of: descriptor) }

  /// Returns the name of the device that was made through `descriptor` (UI_GET_SYSNAME), or nil if there is no device.
  static func sysname(of descriptor: borrowing Descriptor) -> String? {
    let number = descriptor.number
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { name in
      guard let start = name.baseAddress else { return nil }
      let result = unsafe evdev_sysname(number, start, name.count)
      return unsafe result == 0 ? String(cString: start) : nil
    }
  }

  /// Makes the device show `report` with one write(2) of all changes.
  ///
  /// `batch` is the space in which the changes are assembled.
  func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    encode(report, into: &batch)
    guard !batch.isEmpty else {
      shown = report
      return .unchanged
    }
    let (transfer, size) = batch.withBytes { (descriptor.write($0), $0.count) }
    switch transfer {
    case .done(size):
      shown = report
      return .sent(events: batch.count)
    case .wouldBlock:
      return .wouldBlock
    case .done:
      // Only a part of the batch was written, so the next batch contains the whole state.
      shown = nil
      return .wouldBlock
    case .failed(let code):
      shown = nil
      return .failed(code: code)
    }
  }

  private func encode(_ report: PadReport, into batch: inout Batch) {
    guard var sample = encoder.newSample(of: report, after: shown) else {
      return encoder.encode(report, after: shown, into: &batch)
    }
    sample.acceleration = dither.next(sample.acceleration)
    encoder.encode(PadReport(motion: sample), after: nil, into: &batch)
  }

  /// Brings the device to rest and unplugs it, even if other processes have it open (UI_DEV_DESTROY).
  ///
  /// The object is of no use afterwards.
  func destroy() {
    var batch = Batch()
    _ = emit(.neutral, in: &batch)
    shown = .neutral
    evdev_destroy(descriptor.number)
  }
}

/// The parts of a uinput device.
struct DeviceDescription {
  /// The name, at most 79 bytes.
  var name: String
  /// The bus, vendor, product and version.
  var id: Identity.ID
  /// The codes of type `EV_KEY`.
  var keys: [UInt16] = []
  /// The axes, with their present positions.
  var axes: [evdev_axis] = []
  /// The codes of type `EV_MSC`.
  var miscellaneous: [UInt16] = []
  /// The properties of the device, for example `INPUT_PROP_ACCELEROMETER`.
  var properties: [UInt16] = []
  /// The codes of type `EV_FF`: the kinds of effects that games may store, and the settings of all effects.
  var effects: [UInt16] = []
  /// The number of effects that games may store in the device; 0 if it can play none.
  var effectCount: UInt32 = 0

  /// Describes a device of keys only.
  init(name: String, id: Identity.ID, keys: [UInt16]) {
    (self.name, self.id, self.keys) = (name, id, keys)
  }

  /// Describes the device of `identity`, at rest.
  init(_ identity: Identity) {
    name = identity.name
    id = identity.id
    keys = identity.stick?.deviceKeys ?? identity.keys.map(\.code) + identity.bareKeys
    axes = identity.stick?.axes.map(evdev_axis.init) ?? identity.axes.map(evdev_axis.init)
    miscellaneous = identity.miscellaneous
    properties = identity.properties
    guard identity.rumbles || identity.hasForces else { return }
    effects = DeviceDescription.effects(of: identity)
    effectCount = identity.hasForces ? UInt32(EffectBank.capacity) : UInt32(EVDEV_EFFECT_LIMIT)
  }
}

extension DeviceDescription {
  /// Returns the effects of a device: those of the real stick for a stick that games can push.
  ///
  /// Any other device has the effects of a pad's motors, and a wheel also those of ``wheelEffects``.
  private static func effects(of identity: Identity) -> [UInt16] {
    guard identity.hasForces else { return motorEffects }
    return identity.stick?.effectCodes ?? motorEffects + wheelEffects
  }

  /// The effects that ff-memless offers for a real pad with two motors.
  private static let motorEffects = [FF_RUMBLE, FF_PERIODIC, FF_SQUARE, FF_TRIANGLE, FF_SINE, FF_GAIN].map {
    UInt16($0)
  }

  /// The effects that new-lg4ff offers in addition for a real wheel.
  private static let wheelEffects = [
    FF_SAW_UP, FF_SAW_DOWN, FF_CONSTANT, FF_RAMP, FF_SPRING, FF_FRICTION, FF_DAMPER, FF_INERTIA,
    FF_AUTOCENTER,
  ].map { UInt16($0) }
}

/// Makes `device` through `descriptor`, an open /dev/uinput, with the given `phys`.
///
/// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
func createDevice(
  on descriptor: borrowing Descriptor, _ device: DeviceDescription, phys: String
) throws(PadError) {
  let number = descriptor.number
  let result = unsafe device.name.withCString { name in
    unsafe phys.withCString { phys in
      unsafe device.keys.withUnsafeBufferPointer { keys in
        unsafe device.axes.withUnsafeBufferPointer { axes in
          unsafe device.miscellaneous.withUnsafeBufferPointer { msc in
            unsafe device.properties.withUnsafeBufferPointer { props in
              unsafe device.effects.withUnsafeBufferPointer { effects in
                var description = unsafe evdev_description(
                  name: name, phys: phys, bus: device.id.bus, vendor: device.id.vendor,
                  product: device.id.product, version: device.id.version, keys: keys.baseAddress,
                  key_count: keys.count, axes: axes.baseAddress, axis_count: axes.count,
                  msc: msc.baseAddress, msc_count: msc.count, props: props.baseAddress,
                  prop_count: props.count, effects: effects.baseAddress, effect_kinds: effects.count,
                  effect_count: device.effectCount)
                return unsafe evdev_create(number, &description)
              }
            }
          }
        }
      }
    }
  }
  guard result == 0 else { throw PadError(code: -result) }
}

extension evdev_axis {
  /// Creates the C form of the axis, at rest.
  init(_ axis: Identity.Axis) {
    self.init(
      code: axis.code, value: axis.value(in: .neutral), minimum: axis.minimum, maximum: axis.maximum,
      fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution)
  }
}
