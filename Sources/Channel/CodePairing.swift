public import Cryptography
public import Wire

extension PairingLink {
  /// The pre-shared key that follows from the link's secret, for a handshake in the mode ``PairingMode/code``.
  public var preShared: Secret {
    HKDF.derive(from: secret.span, label: "tpp/1 qr")
  }
}
