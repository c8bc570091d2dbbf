import Discovery
import Handset
import Platform
import Wire

/// A question to a user whose controller is not paired with the host.
///
/// It asks for a PIN, a link, or a comparison of six digits. It is a plain value without input or output.
struct PairingEntry: Sendable {
  /// The result of a key press.
  enum Progress: Hashable, Sendable {
    /// The user is still typing.
    case typing
    /// The user has chosen this way of pairing.
    case chosen(PairingWay)
    /// The user has left the question.
    case left
  }

  /// The ways of pairing.
  ///
  /// `here` is the step to take if the host offers the way; `there` is the step at the host that opens it.
  private static let ways: [(way: Announcement.Pairing, name: String, here: String, there: String)] = [
    (.pin, "PIN", "type its six digits", "tiltpad pair --pin"),
    (.code, "QR code", "paste its link, tpp://...", "tiltpad pair"),
    (.confirm, "comparison", "press Enter, and compare six digits", "confirm = yes in tiltpad.conf"),
  ]

  /// The host, with its latest announcement.
  private(set) var host: FoundHost
  /// The fault in the entry, or the reason why the pairing failed; empty if there is no problem.
  var complaint = ""
  private var text = ""

  /// Creates the question about `host`.
  init(_ host: FoundHost) {
    self.host = host
  }

  /// Adopts the hosts that are present now, since the host may offer other ways of pairing.
  mutating func follow(_ hosts: [FoundHost]) {
    host = hosts.first { $0.isSame(as: host) } ?? host
  }

  /// Handles a key press, and returns its result.
  mutating func receive(_ key: Key) -> Progress {
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

  private mutating func submit() -> Progress {
    defer { text = "" }
    if text.isEmpty, host.record.announcement.pairing.contains(.confirm) { return .chosen(.confirm) }
    if let pin = PairingWay.pin(text) { return .chosen(.pin(pin)) }
    guard let link = try? PairingLink(parsing: text) else {
      complaint =
        text.isEmpty ? "\(host.name) does not pair by comparison" : "that is neither a PIN nor a link"
      return .typing
    }
    guard HostKey(link.key) == host.record.key else {
      complaint = "that link belongs to another host: \(link.name.label)"
      return .typing
    }
    return .chosen(.code(link, isNew: true))
  }

  /// Returns the lines of the question, cut to the size of the terminal.
  func lines(size: Terminal.Size) -> [String] {
    let open = host.record.announcement.pairing
    let rows = PairingEntry.ways.map { row in
      let isOpen = open.contains(row.way)
      return "   \(row.name.leading(12)) \(isOpen ? row.here : "closed; at the host: \(row.there)")"
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
