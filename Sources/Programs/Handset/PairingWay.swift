import Channel
package import Cryptography
package import TiltpadClient
package import Wire

/// The ways in which a controller and a host come to trust each other, chosen on the command line or by the user.
package enum PairingWay: Hashable, Sendable {
  /// The controller and the host were paired before.
  case known
  /// The user enters the six digits of the PIN that the host shows.
  case pin(UInt32)
  /// The user enters the link from a QR code; if `isNew` is true, it pairs even a controller and a host that are
  /// already paired.
  case code(PairingLink, isNew: Bool)
  /// The user compares six digits on both screens.
  case confirm

  /// Returns the six-digit number in `text`; nil if `text` is anything else.
  package static func pin(_ text: String) -> UInt32? {
    text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt32(text) : nil
  }

  /// The host's key in the link; nil without a link.
  package var key: PublicKey? { if case .code(let link, _) = self { PublicKey(link.key) } else { nil } }

  /// Returns the pairing at the start of a session with `host`; nil for ``known`` if `book` has no secret for `host`.
  package func pairing(with host: PublicKey, in book: ControllerFile) -> Pairing? {
    let known = book.secret(for: host).map { Pairing.known($0) }
    switch self {
    case .known: return known
    case .pin(let pin): return .pin(pin)
    case .confirm: return .confirm
    case .code(let link, let isNew): return (isNew ? nil : known) ?? .code(link.preShared)
    }
  }
}
