internal import CEvdev
internal import Model
internal import Platform

/// Makes the device of `descriptor`, an open /dev/uinput, look like `identity` and be known as `phys`; it has to
/// be destroyed with evdev_destroy.
///
/// - Throws: `PadError`.
func createDevice(
  on descriptor: borrowing Descriptor, _ identity: Identity, phys: String
) throws(PadError) -> UnsafeMutableRawPointer? {
  let keys = identity.keys.map(\.code)
  let axes = identity.axes.map(evdev_axis.init)
  var device: UnsafeMutableRawPointer?
  let number = descriptor.number
  let result = unsafe identity.name.withCString { name in
    unsafe phys.withCString { phys in
      unsafe keys.withUnsafeBufferPointer { keys in
        unsafe axes.withUnsafeBufferPointer { axes in
          var description = unsafe evdev_description(
            name: name, phys: phys, bus: identity.id.bus, vendor: identity.id.vendor,
            product: identity.id.product, version: identity.id.version, keys: keys.baseAddress,
            key_count: keys.count, axes: axes.baseAddress, axis_count: axes.count)
          return unsafe evdev_create(number, &description, &device)
        }
      }
    }
  }
  guard result == 0 else { throw PadError(code: -result) }
  return unsafe device
}

extension evdev_axis {
  /// The axis at rest, as C has it.
  init(_ axis: Identity.Axis) {
    self.init(
      code: axis.code, value: axis.value(in: .neutral), minimum: axis.minimum, maximum: axis.maximum,
      fuzz: axis.fuzz, flat: axis.flat, resolution: 0)
  }
}
