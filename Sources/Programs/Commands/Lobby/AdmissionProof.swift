import Console
import Notation
import Wire

/// A feature that identifies a waiting controller, and that no other controller can imitate.
///
/// A name or a few digits of a key prove nothing, since another controller can have the same.
enum AdmissionProof: Hashable {
  /// The six digits that the user has compared, or read from the controller.
  case number(String)
  /// The first 16 to 64 hexadecimal digits of the key's fingerprint, in lower case.
  case key(String)

  /// The minimum number of hexadecimal digits that identify a key: 64 bits, as shown by `tiltpad peers`.
  static let keyDigits = 16

  /// Creates the proof from `text`, ignoring blanks; nil if `text` is neither six digits nor the beginning of a key.
  init?(_ text: String) {
    let digits = text.filter { $0 != " " }
    guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    switch digits.count {
    case 6 where digits.allSatisfy(\.isNumber): self = .number(digits)
    case AdmissionProof.keyDigits...64: self = .key(digits.lowercased())
    default: return nil
    }
  }

  fileprivate func fits(_ peer: PeerStatus) -> Bool {
    switch self {
    case .number(let digits): peer.code?.sixDigits == digits
    case .key(let digits): peer.fullFingerprint.hasPrefix(digits)
    }
  }

  fileprivate var label: String {
    switch self {
    case .number(let digits): "shows \(digits)"
    case .key(let digits): "has the key \(digits)"
    }
  }
}

extension [PeerStatus] {
  /// Returns the only waiting controller that matches `proof`.
  ///
  /// - Throws: a failure if no controller matches, or several do.
  func peer(_ proof: AdmissionProof) throws(Failure) -> PeerStatus {
    let found = filter(proof.fits)
    guard let peer = found.first else {
      throw Failure(
        "no waiting controller \(proof.label)", while: "looking for the controller", try: "tiltpad peers")
    }
    guard found.count == 1 else {
      throw Failure(
        "there are \(found.count) waiting controllers, and each \(proof.label)",
        while: "looking for the controller",
        try: "tiltpad deny KEY for each that you do not know")
    }
    return peer
  }
}
