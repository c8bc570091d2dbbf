public import Model
import Notation
import QR
public import Wire

/// The texts from the gateway to dashboards (docs/web.md, "The dashboard").
public enum DashboardText: Sendable {
  /// The dashboard is admitted; `resume` is its next ticket, if it presented a ticket.
  case welcome(
    host: String, layouts: [String], layout: String, fingerprint: String, hasDroidPad: Bool, resume: String?)
  /// The pages with a slot.
  case names([Page])
  /// The status of a controller with an encrypted session.
  case peer(PeerStatus)
  /// The link for the next player, and the time for which it is valid; nil when too many tickets are unused.
  case ticket(link: String?, lasts: Interval)
  /// The text of the QR code that sets up a gamepad in the app DroidPad; nil if DroidPad is off.
  case droidPad(String?)
  /// The layout that the host has set for all players; empty if each player chooses.
  case layout(String)
  /// A PIN for apps and devices, valid for `seconds`.
  case pin(UInt32, seconds: UInt16)
  /// The outcome of the order `number`.
  case answer(number: UInt64, LocalAnswer.Result)
  /// The questions of the first visit can be answered now, or no longer.
  case setup(isOpen: Bool)
  /// The connection to the bridge has been opened, or lost.
  case bridge(isThere: Bool)

  /// The text in JSON.
  var text: String { JSON.object(members).text }

  /// The state that the text reports; nil if every such text has to be delivered.
  ///
  /// Only the newest text of a state counts.
  var state: PageQueue.State? {
    switch self {
    case .names: .names
    case .ticket: .ticket
    case .droidPad: .droidPad
    case .layout: .layout
    case .pin: .pin
    case .setup: .setup
    case .welcome, .peer, .answer, .bridge: nil
    }
  }

  private var members: [(String, JSON)] {
    switch self {
    case .welcome(let host, let layouts, let layout, let fingerprint, let hasDroidPad, let resume):
      [
        ("type", .string("welcome")), ("host", .string(host)),
        ("layouts", .array(layouts.map { .string($0) })), ("layout", .string(layout)),
        ("fingerprint", .string(fingerprint)), ("droidpad", .bool(hasDroidPad)),
      ] + (resume.map { [("resume", .string($0))] } ?? [])
    case .names(let pages): [("type", .string("names")), ("names", .array(pages.compactMap(\.json)))]
    case .peer(let peer): [("type", .string("peer"))] + peer.members
    case .ticket(let link, let lasts):
      [
        ("type", .string("ticket")), ("url", .string(link ?? "")),
        ("seconds", .integer(UInt64(max(0, lasts.nanoseconds / 1_000_000_000)))),
        ("rows", .array(link.flatMap { QRCode($0) }?.rows.map { .string($0) } ?? [])),
      ]
    case .droidPad(let code):
      [
        ("type", .string("droidpad")),
        (
          "rows",
          .array(code.flatMap { QRCode($0, correction: .low) }?.rows.map { .string($0) } ?? [])
        ),
      ]
    case .layout(let layout): [("type", .string("layout")), ("layout", .string(layout))]
    case .pin(let pin, let seconds):
      [
        ("type", .string("pin")), ("pin", .string(pin.sixDigits)),
        ("seconds", .integer(UInt64(seconds))),
      ]
    case .answer(let number, let result):
      [
        ("type", .string("answer")), ("number", .integer(number)), ("result", .string("\(result)")),
      ]
    case .setup(let isOpen): [("type", .string("setup")), ("open", .bool(isOpen))]
    case .bridge(let isThere): [("type", .string(isThere ? "found" : "lost"))]
    }
  }
}

extension Page {
  fileprivate var json: JSON? {
    slot.map { slot in
      .object([
        ("slot", .integer(UInt64(slot.number))), ("name", .string(name)), ("colour", .string(colour)),
      ])
    }
  }
}

extension PeerStatus {
  fileprivate var members: [(String, JSON)] {
    [
      ("state", .string(state?.label ?? "")),
      ("slot", .integer(UInt64(slot?.number ?? 0))), ("reason", .integer(UInt64(refusal.rawValue))),
      ("code", .string(code?.sixDigits ?? "")),
      ("key", .string(key.span.hexadecimal)), ("name", .string(name.text)),
    ]
  }
}

extension QRCode {
  /// A string of 0s and 1s for each row, without the light border of the code.
  fileprivate var rows: [String] {
    (0..<size).map { row in String((0..<size).map { self[row, $0] ? "1" : "0" }) }
  }
}
