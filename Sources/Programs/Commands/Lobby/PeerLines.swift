import Bridge
import Console
import Cryptography
import Model
import Notation
import Wire

extension DeviceName {
  /// The name for a line, or `(no name)`.
  var label: String { text.isEmpty ? "(no name)" : text }
}

extension PeerStatus {
  /// The first 16 digits of the fingerprint, by which people recognise the controller in `tiltpad devices`.
  var fingerprint: String { String(fullFingerprint.prefix(16)) }

  /// The complete fingerprint of the controller's key: 64 hexadecimal digits.
  var fullFingerprint: String { PublicKey(key).fingerprint }

  /// The controller as a line: its key, name and state, and its player, refusal, or advice on admitting it.
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
    return "\(fingerprint)  \(name.label)  \(state?.label ?? "")\(detail.isEmpty ? "" : ", \(detail)")"
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
  /// Returns the only controller with the name `text` or a key that begins with `text`; with nil, the only controller.
  ///
  /// - Throws: a failure if no controller matches, or several do.
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
      let names = found.map { "\($0.fingerprint) (\($0.name.label))" }.joined(separator: ", ")
      throw Failure(
        "several controllers match: \(names)", while: "looking for the controller",
        try: "use the key of one of them")
    }
    return peer
  }
}

extension Admission.News {
  /// The event as a journal line.
  var line: String {
    switch self {
    case .paired(let device, let mode): JournalForm.paired.line(device.name.label, mode.label)
    case .waits(let key, let name, nil):
      JournalForm.waits.line(name.label, "\(key.fingerprint.prefix(16))")
    case .waits(_, let name, let code?):
      JournalForm.asksForPairing.line(name.label, code.sixDigits, code.sixDigits)
    case .joined(_, let name, let slot): JournalForm.joined.line(name.label, "\(slot.number)")
    case .away(_, let name, let slot): JournalForm.away.line(name.label, "\(slot.number)")
    case .left(_, let name, let slot): JournalForm.left.line(name.label, "\(slot.number)")
    case .gone(_, let name): JournalForm.gone.line(name.label)
    case .denied(_, let name, let refusal): JournalForm.denied.line(name.label, refusal.label)
    case .asksForName(let key, let name, let wanted):
      JournalForm.renames.line(name.label, wanted.label, "\(key.fingerprint.prefix(16))")
    case .contended(let key):
      "two controllers use the key \(key.fingerprint.prefix(16)), which is not admitted for 30 s: pair one of them again"
    }
  }
}
