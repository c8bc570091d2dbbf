internal import Clibsodium

/// The group ristretto255 (RFC 9496), of prime order, so that every element but the identity generates the whole group.
public enum Group {
  /// Returns the element for the 64 bytes `hash` (crypto_core_ristretto255_from_hash).
  public static func element(fromHash hash: Bytes64) -> Bytes32 {
    var element = Bytes32(repeating: 0)
    var hash = hash
    unsafe fill(&element) { element in
      unsafe fill(&hash) { unsafe _ = crypto_core_ristretto255_from_hash(element, $0) }
    }
    return element
  }

  /// Draws a scalar of 252 random bits, as CPace recommends.
  public static func scalar(from generator: inout some RandomNumberGenerator) -> Secret {
    let wide = Secret(from: &generator)
    return wide.withBytes { wide in
      Secret { scalar in
        for index in wide.indices { scalar[index] = wide[index] }
        scalar[Secret.size - 1] &= 0x0f
      }
    }
  }

  /// Returns `element` times `scalar`.
  ///
  /// The result is nil if `element` is invalid or the product is the identity
  /// (crypto_scalarmult_ristretto255).
  public static func multiply(_ element: Bytes32, by scalar: Secret) -> Bytes32? {
    var element = element
    var product = Bytes32(repeating: 0)
    let isElement = unsafe fill(&product) { product in
      unsafe fill(&element) { unsafe crypto_scalarmult_ristretto255(product, scalar.storage, $0) == 0 }
    }
    return isElement ? product : nil
  }
}
