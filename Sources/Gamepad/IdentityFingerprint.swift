extension Identity {
  /// What the configuration calls the identity; nil when it is none of those.
  public var label: String? { Identity.named.first { $0.identity == self }?.name }

  /// A number for everything in the identity's tables (64-bit FNV-1a): another release whose tables differ has
  /// another.
  ///
  /// It is taken of the identity's description, which names every stored value, so that none can be left out.
  public var fingerprint: UInt64 {
    String(reflecting: self).utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
