public import Cryptography

extension Database {
  /// Returns the host's own key pair, by which devices recognise the host.
  ///
  /// The first call creates the key pair from `generator`, and on return it is on disk. The key pair is
  /// stored together with the devices, because neither is of use without the other (docs/decisions/0012).
  ///
  /// - Throws: `damaged`, `busy`, `noSpace` or `failed`.
  public func hostKeys(from generator: inout some RandomNumberGenerator) throws(StoreError) -> KeyPair {
    if let secret = try hostSecret() { return KeyPair(secret: secret) }
    let made = KeyPair(from: &generator)
    // Another program may have stored its keys first; those are then the host's keys.
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
