public import Model
public import Platform

/// Pads that outlive the daemon: the service manager keeps their descriptors by name.
extension PadDevice {
  /// Shows each descriptor that keeps the pad of `slot` plugged in, and its name: `pad` or, for its sensors, `motion`,
  /// and the player's number.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    switch self {
    case .uinput(let pad):
      body(pad.descriptor, "pad\(slot.number)")
      pad.showSensors { body($0, "motion\(slot.number)") }
    case .uhid(let pad): body(pad.descriptor, "pad\(slot.number)")
    case .recording: break
    }
  }

  /// Shows the descriptor of the sensors beside the pad of `slot`, if they are there, and its name.
  public func showSensors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    switch self {
    case .uinput(let pad): pad.showSensors { body($0, "motion\(slot.number)") }
    case .uhid: break
    case .recording: break
    }
  }

  /// The pad of `slot`, which looks like `identity`, taken over from a daemon that is no more; nil when its
  /// descriptors are not among those `inherited`.
  ///
  /// The first report sets all of it. `sensors` become those that are there already, unless nil; the address of a pad
  /// of HID reports has the number of `host`.
  public static func adopted(
    from inherited: inout InheritedDescriptors, _ slot: PlayerSlot, as identity: Identity, host: UInt32,
    sensors: SensorNode?
  ) -> PadDevice? {
    while let descriptor = inherited.take("pad\(slot.number)") {
      if let hid = identity.hid {
        return .uhid(UhidPad(adopting: descriptor, hid, slot: slot, host: host))
      }
      guard UinputPad.sysname(of: descriptor) != nil else { continue }
      if sensors != nil, let motion = inherited.take("motion\(slot.number)") {
        sensors?.adopt(motion)
      }
      return .uinput(UinputPad(adopting: descriptor, identity: identity, sensors: sensors))
    }
    return nil
  }
}
