public import Cryptography

extension Database {
  /// The host's own keys, by which its devices know it; made of `generator` the first time, and on the disk when this
  /// returns.
  ///
  /// They lie beside the devices, as the ones are worth nothing without the others (docs/decisions/0012).
  ///
  /// - Throws: `damaged`, `busy`, `noSpace` or `failed`.
  public func hostKeys(from generator: inout some RandomNumberGenerator) throws(StoreError) -> KeyPair {
    if let secret = try hostSecret() { return KeyPair(secret: secret) }
    let made = KeyPair(from: &generator)
    // Another program may have been quicker: then its keys are the host's.
    try run("INSERT OR IGNORE INTO host (one, secret) VALUES (1, ?)", [.secret(made.secret)])
    emptyLog()
    guard let secret = try hostSecret() else { throw .damaged }
    return KeyPair(secret: secret)
  }

  private func hostSecret() throws(StoreError) -> Secret? {
    var secret: Secret?
    try run("SELECT secret FROM host") { row throws(StoreError) in secret = try row.secret(0) }
    return secret
  }
}
