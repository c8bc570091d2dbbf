public import Model
public import Notation
import QR
public import Wire

/// The texts from the gateway to dashboards (docs/web.md, "The dashboard").
public enum DashboardText: Sendable {
  /// The dashboard is admitted.
  case welcome(DashboardWelcome)
  /// The pages with a slot.
  case names([Page])
  /// The status of a controller with an encrypted session, or of another project's controller that needs permission.
  case peer(PeerStatus)
  /// The link for the next player, and the time for which it is valid; nil when too many tickets are unused.
  ///
  /// With the link `check`, the same ticket opens the phone's check. If `helps` names a player, the link is
  /// for a helper, who moves that player's pad.
  case ticket(link: String?, lasts: Interval, check: String? = nil, helps: PlayerSlot? = nil)
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
  /// All kept layouts.
  case shelf([JSON])
  /// The answer to a part of a layout that the dashboard uploads; the layout is kept or tried if `isWhole`.
  case kept(String, part: Int, isWhole: Bool)
  /// The layout with the given id is not kept, for the given reason.
  case refused(String, ShelfRefusal)
  /// The requested layout: its name and the text of its file, or nil if there is no such layout.
  case controls(String, String?)
  /// The settings of everybody or of one player, or the place in a file that sets a setting.
  case setting(SettingNotice)

  /// The text in JSON.
  var text: String { JSON.object(members).text }

  /// The state that the text reports; nil if every such text has to be delivered.
  ///
  /// Only the newest text of a state counts.
  var state: PageQueue.State? {
    switch self {
    case .names: .names
    case .ticket(_, _, _, helps: .some): nil
    case .ticket: .ticket
    case .droidPad: .droidPad
    case .layout: .layout
    case .pin: .pin
    case .setup: .setup
    case .shelf: .shelf
    case .kept(_, let part, _): .kept(part: part)
    case .refused: .refused
    case .setting(.state(let state)): .settings(slot: state.slot?.number ?? 0)
    case .setting(.lock(let knob, let slot, _, _)): .lock(knob: knob.number, slot: slot?.number ?? 0)
    case .welcome, .peer, .answer, .bridge, .controls: nil
    }
  }

  private var members: [(String, JSON)] {
    switch self {
    case .welcome(let welcome): [("type", .string("welcome"))] + welcome.members
    case .names(let pages): [("type", .string("names")), ("names", .array(pages.compactMap(\.json)))]
    case .peer(let peer): [("type", .string("peer"))] + peer.members
    case .ticket(let link, let lasts, let check, let main):
      [
        ("type", .string("ticket")), ("url", .string(link ?? "")),
        ("seconds", .integer(UInt64(max(0, lasts.nanoseconds / 1_000_000_000)))),
        ("rows", DashboardText.rows(of: link)),
      ]
        + (check.map { [("check", .object([("url", .string($0)), ("rows", DashboardText.rows(of: $0))]))] }
          ?? [])
        + (main.map { [("helps", .integer(UInt64($0.number)))] } ?? [])
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
    case .shelf(let entries): [("type", .string("shelf")), ("shelf", .array(entries))]
    case .kept(let id, let part, let isWhole): ShelfReply.members(keptOf: id, part: part, isWhole: isWhole)
    case .refused(let id, let refusal): ShelfReply.members(refusedOf: id, refusal)
    case .controls(let id, let layout):
      [("type", .string("controls")), ("id", .string(id)), ("layout", layout.map { .string($0) } ?? .null)]
    case .setting(let notice): notice.members
    }
  }
}

extension DashboardText {
  /// Returns the rows of the QR code of `link`; none without a link.
  private static func rows(of link: String?) -> JSON {
    .array(link.flatMap { QRCode($0) }?.rows.map { .string($0) } ?? [])
  }
}

/// The facts in the text that admits a dashboard.
public struct DashboardWelcome: Sendable {
  /// The name of the host.
  var host: String
  /// The names of the page's layouts, as many as fit.
  var layouts: [String]
  /// The layout of all players; empty if each player chooses.
  var layout: String
  /// The fingerprint of the certificate.
  var fingerprint: String
  /// True if the app DroidPad can play on this host.
  var hasDroidPad: Bool
  /// The dashboard's next ticket; nil if it presented none.
  var resume: String?
  /// All kept layouts; nil for a role that may not see them.
  var shelf: [JSON]?

  /// These facts without the kept layouts.
  var withoutShelf: DashboardWelcome {
    var welcome = self
    welcome.shelf = nil
    return welcome
  }

  /// The JSON members of the text.
  var members: [(String, JSON)] {
    [
      ("host", .string(host)), ("layouts", .array(layouts.map { .string($0) })),
      ("layout", .string(layout)), ("fingerprint", .string(fingerprint)), ("droidpad", .bool(hasDroidPad)),
    ] + (resume.map { [("resume", .string($0))] } ?? []) + (shelf.map { [("shelf", .array($0))] } ?? [])
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
