public import Model
public import Platform

/// Pads that outlive the daemon: the service manager keeps their descriptors by name.
extension PadDevice {
  /// Shows each descriptor that keeps the pad of `slot` plugged in, and its name: `pad` and the player's number.
  public func showDescriptors(of slot: PlayerSlot, to body: (borrowing Descriptor, String) -> Void) {
    switch self {
    case .uinput(let pad): body(pad.descriptor, "pad\(slot.number)")
    case .uhid(let pad): body(pad.descriptor, "pad\(slot.number)")
    case .recording: break
    }
  }

  /// The pad of `slot`, which looks like `identity`, taken over from a former daemon of the host whose number is `host`,
  /// with `sensors` beside it; nil when its descriptor is not among those `inherited`.
  ///
  /// The first report sets all of it.
  public static func adopted(
    from inherited: inout InheritedDescriptors, _ slot: PlayerSlot, as identity: Identity, host: UInt32,
    sensors: consuming SensorNode? = nil
  ) -> PadDevice? {
    guard let descriptor = inherited.take("pad\(slot.number)") else { return nil }
    if let device = identity.hid {
      return .uhid(UhidPad(adopting: descriptor, device, slot: slot, host: host))
    }
    let pad = UinputPad(adopting: descriptor, identity: identity, sensors: sensors)
    guard pad.sysname != nil else { return nil }
    return .uinput(pad)
  }
}
