extension Identity {
  /// The configuration's name for the identity; nil if the configuration has none.
  public var label: String? { Identity.named.first { $0.identity == self }?.name }

  /// A hash of the identity's tables (64-bit FNV-1a), which differs between releases with different tables.
  ///
  /// The hash is taken over the identity's description, which names every stored value, so that no value can be left
  /// out.
  public var fingerprint: UInt64 {
    String(reflecting: self).utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
