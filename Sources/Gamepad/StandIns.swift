/// The identities that are made where the device of another cannot be opened.
extension Identity {
  /// The nearest identity that is made through the other of the two devices; nil for one that has no name.
  public var standIn: Identity? {
    guard let name = Identity.standIns.first(where: { $0.name == label })?.standIn else { return nil }
    return Identity.named.first { $0.name == name }?.identity
  }

  /// Each identity, and the nearest one of uhid for one of uinput and the other way round.
  static let standIns: [(name: String, standIn: String)] = [
    ("xbox360", "xboxone-bt"), ("xboxone", "xboxone-bt"), ("xboxseries", "xboxone-bt"),
    ("generic", "xboxone-bt"), ("wheel", "xboxone-bt"), ("flightstick", "xboxone-bt"),
    // Its sensors are what it is for.
    ("accelerometer", "dualsense"),
    ("dualsense", "xbox360"), ("xboxone-bt", "xboxone"),
  ]
}
