/// The stand-ins for identities whose device node cannot be opened.
extension Identity {
  /// The nearest identity that is made through the other device node, uhid or uinput.
  ///
  /// The value is nil for an identity without a name.
  public var standIn: Identity? {
    guard let name = Identity.named.first(where: { $0.identity == self })?.name else { return nil }
    let standIn = Identity.standIns[name] ?? (hid == nil ? "xboxone-bt" : "xboxone")
    return Identity.named.first { $0.name == standIn }?.identity
  }

  /// The exceptions to the usual stand-in, which is the Xbox One pad by Bluetooth or by cable.
  private static let standIns = [
    // Only a pad with sensors can stand in, because sensors are the purpose of this identity.
    "accelerometer": "dualsense",
    "dualsense": "xbox360",
  ]
}
