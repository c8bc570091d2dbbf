/// The numbers by which controllers ask for an identity (docs/protocol.md, "Identities").
extension Identity {
  /// The name of each identity, indexed by its number; number 0 leaves the choice to the host.
  public static let numberedNames = ["host"] + named.map(\.name)

  /// The numbers that this host supports, including 0.
  public static let knownNumbers = Set(numberedNames.indices.map(UInt8.init))

  /// Creates the identity with `number`, or nil if the number leaves the choice to the host or is unknown here.
  public init?(number: UInt8) {
    guard number > 0, number < Identity.numberedNames.count else { return nil }
    self = Identity.named[Int(number) - 1].identity
  }

  /// The number of the identity; 0 if it has none.
  public var number: UInt8 {
    UInt8(1 + (Identity.named.firstIndex { $0.identity == self } ?? -1))
  }
}
