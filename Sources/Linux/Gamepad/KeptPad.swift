public import Forces
public import Model
public import Platform

/// Pads that outlive the daemon: the service manager keeps their file descriptors by name.
extension InheritedDescriptors {
  /// Adopts the pad of `slot`, which looks like `identity`, from a daemon that has ended.
  ///
  /// Returns nil if no inherited descriptor belongs to such a pad.
  ///
  /// The first report sets the whole state of the pad. `sensors`, unless nil, adopt an inherited device.
  /// The address of a pad of HID reports contains the number of `host`. A wheel has the settings `wheel`, and no effects.
  public mutating func adoptPad(
    of slot: PlayerSlot, as identity: Identity, host: UInt32, sensors: SensorNode?, wheel: WheelSettings
  ) -> (any PadDevice)? {
    while let descriptor = adopt("pad\(slot.number)") {
      if let hid = identity.hid { return UhidPad(adopting: descriptor, hid, slot: slot, host: host) }
      guard UinputDevice.sysname(of: descriptor) != nil else { continue }
      if let sensors, let motion = adopt("motion\(slot.number)") { sensors.adopt(motion) }
      let pad = UinputPad(adopting: descriptor, identity: identity, sensors: sensors)
      if let stick = identity.stick { return StickPad(pad, stick, wheel, showing: nil) }
      return identity.hasForces ? ForcePad(pad, wheel) : pad
    }
    return nil
  }
}

extension UinputPad {
  /// Passes the descriptors of the device and of its separate sensors to `body`.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    body(device.descriptor, "pad\(slot.number)")
    showSensors(of: slot, to: body)
  }

  /// Passes the descriptor of the sensors to `body`, if their device exists.
  public func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    sensors?.showDescriptor { body($0, "motion\(slot.number)") }
  }
}

extension UhidPad {
  /// Passes the descriptor of the device, which contains its sensors, to `body`.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    body(descriptor, "pad\(slot.number)")
  }
}
