internal import CEvdev
internal import Model
internal import Platform

/// What a device of the kernel's consists of.
struct DeviceDescription {
  /// The name, at most 79 bytes.
  var name: String
  /// Bus, vendor, product and version.
  var id: Identity.ID
  /// The codes of type `EV_KEY`.
  var keys: [UInt16] = []
  /// The axes, with where they are now.
  var axes: [evdev_axis] = []
  /// The codes of type `EV_MSC`.
  var miscellaneous: [UInt16] = []
  /// What kind of device it is, as `INPUT_PROP_ACCELEROMETER`.
  var properties: [UInt16] = []
  /// How many effects games may have in it; 0 when it does not rumble.
  var effectCount: UInt32 = 0

  /// The device of `identity`, at rest.
  init(_ identity: Identity) {
    name = identity.name
    id = identity.id
    keys = identity.keys.map(\.code)
    axes = identity.axes.map(evdev_axis.init)
    miscellaneous = identity.miscellaneous
    properties = identity.properties
    effectCount = identity.rumbles ? UInt32(EVDEV_EFFECT_LIMIT) : 0
  }
}

/// Makes the device of `descriptor`, an open /dev/uinput, as `device` says and known as `phys`.
///
/// - Throws: `PadError`.
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
              var description = unsafe evdev_description(
                name: name, phys: phys, bus: device.id.bus, vendor: device.id.vendor,
                product: device.id.product, version: device.id.version, keys: keys.baseAddress,
                key_count: keys.count, axes: axes.baseAddress, axis_count: axes.count,
                msc: msc.baseAddress, msc_count: msc.count, props: props.baseAddress,
                prop_count: props.count, effect_count: device.effectCount)
              return unsafe evdev_create(number, &description)
            }
          }
        }
      }
    }
  }
  guard result == 0 else { throw PadError(code: -result) }
}

extension evdev_axis {
  /// The axis at rest, as C has it.
  init(_ axis: Identity.Axis) {
    self.init(
      code: axis.code, value: axis.value(in: .neutral), minimum: axis.minimum, maximum: axis.maximum,
      fuzz: axis.fuzz, flat: axis.flat, resolution: axis.resolution)
  }
}
