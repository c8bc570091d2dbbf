/// The stand-ins for identities whose device node cannot be opened.
extension Identity {
  /// The nearest identity that is made through the other device node, uhid or uinput; nil for an identity without a
  /// name.
  public var standIn: Identity? {
    guard let name = Identity.standIns.first(where: { $0.name == label })?.standIn else { return nil }
    return Identity.named.first { $0.name == name }?.identity
  }

  /// Each identity with its stand-in: the nearest one of uhid for one of uinput, and vice versa.
  static let standIns: [(name: String, standIn: String)] = [
    ("xbox360", "xboxone-bt"), ("xboxone", "xboxone-bt"), ("xboxseries", "xboxone-bt"),
    ("generic", "xboxone-bt"), ("wheel", "xboxone-bt"), ("flightstick", "xboxone-bt"),
    // The sensors are the purpose of this identity.
    ("accelerometer", "dualsense"),
    ("dualsense", "xbox360"), ("xboxone-bt", "xboxone"),
  ]
}
