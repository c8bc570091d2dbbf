/// HKDF with SHA-256 (RFC 5869), built from HMAC because Debian 12's libsodium lacks it.
public enum HKDF {
  /// Derives a secret from `material` for the purpose `label`, without salt.
  public static func derive(from material: Span<UInt8>, label: String) -> Secret {
    let zero = Bytes32(repeating: 0)
    var extracted = HMAC.code(of: material, key: zero.span)
    defer { wipe(&extracted) }
    return expand(extracted.span, previous: nil, label: label, number: 1)
  }

  /// Derives two secrets from `chain` and `material`, as the Noise protocol defines (its revision 34, §4.3).
  public static func pair(_ chain: Secret, _ material: Span<UInt8>) -> (Secret, Secret) {
    let (first, second, _) = triple(chain, material)
    return (first, second)
  }

  /// Derives three secrets from `chain` and `material`, as the Noise protocol defines.
  public static func triple(_ chain: Secret, _ material: Span<UInt8>) -> (Secret, Secret, Secret) {
    var extracted = chain.withBytes { HMAC.code(of: material, key: $0) }
    defer { wipe(&extracted) }
    let first = expand(extracted.span, previous: nil, label: "", number: 1)
    let second = expand(extracted.span, previous: first, label: "", number: 2)
    return (first, second, expand(extracted.span, previous: second, label: "", number: 3))
  }

  private static func expand(
    _ extracted: Span<UInt8>, previous: Secret?, label: String, number: UInt8
  ) -> Secret {
    var code = HMAC(key: extracted)
    if let previous { previous.withBytes { code.update($0) } }
    code.update(label.utf8.span)
    code.update(CollectionOfOne(number).span)
    var bytes = code.finish()
    defer { wipe(&bytes) }
    return Secret(copying: bytes.span)
  }
}
