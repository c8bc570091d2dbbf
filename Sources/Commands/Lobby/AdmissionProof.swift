import Notation
import Wire

/// What a person names a waiting controller by, so that no other can be let in: a name, or a few digits of a key, another
/// controller can have as well.
enum AdmissionProof: Hashable {
  /// The number that the person has compared, or read from the controller: six digits.
  case number(String)
  /// The beginning of the key's fingerprint: 16 to 64 digits, in lower case.
  case key(String)

  /// The shortest beginning of a key: 64 bits, as they are shown.
  static let keyDigits = 16

  /// What `text` is; nil when it is neither, as a name.
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
  /// The one waiting controller that `proof` is of.
  ///
  /// - Throws: a failure when that is none or several.
  func peer(_ proof: AdmissionProof) throws(Failure) -> PeerStatus {
    let found = filter(proof.fits)
    guard let peer = found.first else {
      throw Failure("no controller that waits \(proof.label)", while: "looking for it", try: "tiltpad peers")
    }
    guard found.count == 1 else {
      throw Failure(
        "there are \(found.count) that wait and of which each \(proof.label)",
        while: "looking for the controller",
        try: "tiltpad deny with the key of those that you do not know")
    }
    return peer
  }
}
