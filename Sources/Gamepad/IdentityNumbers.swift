/// The numbers by which controllers ask for an identity (docs/protocol.md, "Identities").
extension Identity {
  /// The name of each identity, indexed by its number; number 0 leaves the choice to the host.
  ///
  /// Controllers rely on the numbers, so names are only ever added at the end and never removed. Not every host has all
  /// identities.
  public static let numberedNames = [
    "host", "xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer",
    "dualsense",
    "xboxone-bt",
  ]

  /// The numbers that this host supports, with 0.
  public static let knownNumbers = Set(
    numberedNames.indices.map(UInt8.init).filter { $0 == 0 || Identity(number: $0) != nil })

  /// Creates the identity of `number`, or nil if the number leaves the choice to the host or is unknown here.
  public init?(number: UInt8) {
    guard Identity.numberedNames.indices.contains(Int(number)) else { return nil }
    let name = Identity.numberedNames[Int(number)]
    guard let known = Identity.named.first(where: { $0.name == name }) else { return nil }
    self = known.identity
  }

  /// The number of the identity; 0 if it has none.
  public var number: UInt8 {
    let name = Identity.named.first { $0.identity == self }?.name
    return name.flatMap(Identity.numberedNames.firstIndex).map(UInt8.init) ?? 0
  }
}
