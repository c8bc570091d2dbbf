import Discovery
import Platform
import Wire

/// What a person is asked whose controller the host does not know: a PIN, a link, or to compare six digits.
///
/// A value that only decides.
struct PairingEntry: Sendable {
  /// What a key leads to.
  enum Outcome: Hashable, Sendable {
    /// The person goes on typing.
    case typing
    /// The person has said how.
    case chosen(PairingWay)
    /// The person wants another host, or none.
    case left
  }

  /// The ways, what a person does here when one is open, and what there when it is not.
  private static let ways: [(way: Announcement.Pairing, name: String, here: String, there: String)] = [
    (.pin, "PIN", "type its six digits", "tiltpad pair --pin"),
    (.code, "QR code", "paste its link, tpp://...", "tiltpad pair"),
    (.confirm, "comparison", "press Enter, and compare six digits", "confirm = yes in tiltpad.conf"),
  ]

  /// The host, as it is now.
  private(set) var host: FoundHost
  /// What is wrong with what was typed, or came of it; empty when nothing.
  var complaint = ""
  private var text = ""

  /// What is asked about `host`.
  init(_ host: FoundHost) {
    self.host = host
  }

  /// Takes the hosts that there are now: another way of pairing may be open.
  mutating func follow(_ hosts: [FoundHost]) {
    host = hosts.first { $0.isSame(as: host) } ?? host
  }

  /// Takes a key.
  mutating func take(_ key: Key) -> Outcome {
    guard case .byte(let byte) = key else { return key == .escape ? .left : .typing }
    switch byte {
    case 0x0a, 0x0d: return submit()
    case 0x08, 0x7f: _ = text.popLast()
    case 0x21...0x7e where text.utf8.count < PairingLink.limit:
      text.unicodeScalars.append(UnicodeScalar(byte))
    default: return .typing
    }
    complaint = ""
    return .typing
  }

  private mutating func submit() -> Outcome {
    defer { text = "" }
    if text.isEmpty, host.record.announcement.pairing.contains(.confirm) { return .chosen(.confirm) }
    if let pin = PairingWay.pin(text) { return .chosen(.pin(pin)) }
    guard let link = try? PairingLink(parsing: text) else {
      complaint = text.isEmpty ? "\(host.name) lets nobody in by comparison" : "that is no PIN and no link"
      return .typing
    }
    guard HostKey(link.key) == host.record.key else {
      complaint = "that link is of another host: \(link.name.text)"
      return .typing
    }
    return .chosen(.code(link, isNew: true))
  }

  /// What is asked, no more and no longer than `size` has room for.
  func lines(size: Terminal.Size) -> [String] {
    let open = host.record.announcement.pairing
    let rows = PairingEntry.ways.map { row in
      let isOpen = open.contains(row.way)
      return "   \(row.name.leading(12)) \(isOpen ? row.here : "closed; there: \(row.there)")"
    }
    let head = [
      " tiltpad join  \(host.name)", "", "   This controller and \(host.name) are not paired yet.", "",
    ]
    let foot = [
      "", " > \(text.suffix(max(0, size.columns - 5)))_", "",
      "   \(complaint.isEmpty ? "Esc goes back" : complaint)",
    ]
    return (head + rows + foot).prefix(size.rows).map { $0.clipped(to: size.columns) }
  }
}
