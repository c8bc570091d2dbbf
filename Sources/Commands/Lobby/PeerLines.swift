import Bridge
import Console
import Cryptography
import Model
import Notation
import Wire

extension PeerStatus {
  /// The 16 digits by which people recognise the controller, as `tiltpad devices` shows them.
  var fingerprint: String { String(fullFingerprint.prefix(16)) }

  /// The whole fingerprint of the controller's key, 64 hexadecimal digits.
  var fullFingerprint: String { PublicKey(key).fingerprint }

  /// The controller's name for a line, or `without a name`.
  var label: String { name.text.isEmpty ? "(no name)" : name.text }

  /// The controller as a line: its key, name and state, and its player or the advice to let it in.
  var line: String {
    let detail =
      if let code {
        "if it shows \(code.sixDigits): tiltpad accept \(code.sixDigits); otherwise deny"
      } else if let slot {
        "player \(slot.number)"
      } else if refusal != .none { refusal.label } else {
        state == .connecting
          ? "waiting: tiltpad accept \(fingerprint), or deny" : ""
      }
    return "\(fingerprint)  \(label)  \(state?.label ?? "")\(detail.isEmpty ? "" : ", \(detail)")"
  }

  /// The controller as a JSON object.
  var json: JSON {
    .object([
      ("fingerprint", .string(fullFingerprint)), ("name", .string(name.text)),
      ("state", .string(state?.label ?? "")), ("player", slot.map { .integer(UInt64($0.number)) } ?? .null),
      ("reason", refusal == .none ? .null : .string(refusal.label)),
      ("code", code.map { .string($0.sixDigits) } ?? .null),
    ])
  }
}

extension [PeerStatus] {
  /// Returns the only controller whose key begins with `text` or whose name is `text`; without a text, the only
  /// controller.
  ///
  /// - Throws: a failure when no controller fits, or several.
  func peer(_ text: String?, what: String) throws(Failure) -> PeerStatus {
    let found = filter { peer in
      guard let text else { return true }
      return peer.fullFingerprint.hasPrefix(text) || peer.name.text == text
    }
    guard let peer = found.first else {
      throw Failure(
        text.map { "no \(what) controller matches \($0)" } ?? "no controller is \(what)",
        while: "looking for the controller",
        try: "tiltpad peers")
    }
    guard found.count == 1 else {
      let names = found.map { "\($0.fingerprint) (\($0.label))" }.joined(separator: ", ")
      throw Failure(
        "several controllers match: \(names)", while: "looking for the controller",
        try: "use the key of one of them")
    }
    return peer
  }
}

extension Admission.News {
  /// The news as a line of the journal.
  var line: String {
    switch self {
    case .paired(let device, let mode): "\(device.name.text) paired by \(mode.label)"
    case .waits(let key, let name, nil):
      "\(name.text) waits for admission: tiltpad accept \(key.fingerprint.prefix(16)), or deny"
    case .waits(_, let name, let code?):
      "\(name.text) asks to be paired: if it shows \(code.sixDigits), tiltpad accept \(code.sixDigits); otherwise deny"
    case .joined(_, let name, let slot): "\(name.text) joined as player \(slot.number)"
    case .away(_, let name, let slot): "\(name.text), player \(slot.number), is away"
    case .left(_, let name, let slot): "\(name.text), player \(slot.number), left"
    case .gone(_, let name): "\(name.text) no longer waits for admission"
    case .denied(_, let name, let refusal): "\(name.text) was not admitted: \(refusal.label)"
    case .wishes(let key, let name, let wish):
      "\(name.text) now calls itself \(wish.text); to rename it: tiltpad devices rename \(key.fingerprint.prefix(16)) NAME"
    case .contended(let key):
      "two controllers use the key \(key.fingerprint.prefix(16)), which is not admitted for 30 s: pair one of them again"
    }
  }
}
