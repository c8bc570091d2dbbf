/// The numbers by which controllers ask for an identity (docs/protocol.md, "Identities").
extension Identity {
  /// The name of each identity at the place of its number; the first leaves the choice to the host.
  ///
  /// Controllers count on the numbers, so names are only ever added at the end, and none is taken away. Not every
  /// host has all of them.
  public static let numberedNames = [
    "host", "xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer",
    "dualsense",
    "xboxone-bt",
  ]

  /// The numbers that this host can follow.
  public static let knownNumbers = Set(
    numberedNames.indices.map(UInt8.init).filter { $0 == 0 || Identity(number: $0) != nil })

  /// The identity of `number`; nil when that is the host's choice, or unknown here.
  public init?(number: UInt8) {
    guard Identity.numberedNames.indices.contains(Int(number)) else { return nil }
    let name = Identity.numberedNames[Int(number)]
    guard let known = Identity.named.first(where: { $0.name == name }) else { return nil }
    self = known.identity
  }
}
