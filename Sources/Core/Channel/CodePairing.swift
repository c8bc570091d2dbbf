public import Cryptography
public import Wire

extension HKDF {
  /// Returns the pre-shared key derived from a QR code's `secret`, for a handshake in mode ``PairingMode/code``.
  public static func preShared(ofCode secret: Bytes16) -> Secret {
    derive(from: secret.span, label: "tpp/1 qr")
  }
}

extension PairingLink {
  /// The pre-shared key derived from the link's secret, for a handshake in the mode ``PairingMode/code``.
  public var preShared: Secret { HKDF.preShared(ofCode: secret) }
}
