internal import CEvdev
public import Model

/// The appearance of a stick that a controller has described.
extension Identity {
  /// Creates the identity of the device in `description`, which imitates the real stick.
  ///
  /// Of the real stick's effects, games can use those that a host can play.
  public init(_ description: StickDescription) {
    self.init(
      name: description.name,
      id: ID(
        bus: description.bus, vendor: description.vendor, product: description.product,
        version: description.version),
      form: .stick(description), rumbles: description.effects.contains(.rumble))
  }

  /// The description of the stick; nil for Tiltpad's own identities.
  public var stick: StickDescription? {
    if case .stick(let description) = form { description } else { nil }
  }
}

extension StickDescription {
  /// The codes of type `EV_FF` of a stick that games can push.
  var effectCodes: [UInt16] {
    let kinds = effects.intersection(.playable)
    return (0..<32).filter { kinds.contains(StickEffects(rawValue: 1 << $0)) }.map { UInt16(FF_RUMBLE) + $0 }
  }

  /// The codes of the device's keys.
  ///
  /// A device of axes alone gets two buttons that are never pressed: without a button, udev and SDL take it for a sensor,
  /// and with a single one, udev does not take it for a joystick (systemd's udev-builtin-input_id.c).
  var deviceKeys: [UInt16] { keys.isEmpty ? [UInt16(BTN_TRIGGER), UInt16(BTN_THUMB)] : keys }
}

extension evdev_axis {
  /// Creates the C form of a stick's axis, at rest.
  ///
  /// It has no fuzz: the driver of the real stick has smoothed the positions already, and to smooth them twice would
  /// change them.
  init(_ axis: StickDescription.Axis) {
    self.init(
      code: UInt16(axis.code), value: axis.minimum + Int32(axis.restPosition), minimum: axis.minimum,
      maximum: axis.maximum, fuzz: 0, flat: Int32(axis.flat), resolution: Int32(axis.resolution))
  }
}
