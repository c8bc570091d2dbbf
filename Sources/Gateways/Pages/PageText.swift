import Layouts
import Model
import Notation
import Wire

/// The texts from the host to pages (docs/web.md, "Texts").
enum PageText {
  /// The page has a slot.
  case welcome(
    PlayerSlot, limit: UInt8, host: String, session: String, resume: String, layout: String,
    wanted: String, layouts: [String], isLocal: Bool, motion: UInt8, press: UInt8, rtc: JSON?, shelf: [JSON],
    maySave: Bool)
  /// The page has to wait for the host or, if all slots are taken, is at position `place` in the queue.
  case waiting(place: Int?)
  /// The page gets no slot, for the given reason.
  case denied(String)
  /// The host or a game has set this layout; empty for the page's former layout.
  case layout(String)
  /// The requested layout: its name and the text of its file, or nil if there is no such layout.
  case controls(String, String?)
  /// The list of players, with slot and name.
  case players([(PlayerSlot, String)])
  /// The points in the quiz.
  case quiz(QuizView)
  /// The pad that the player shares, and the names of all players; nil if the player shares no pad.
  case share(ShareStatus?, names: [PlayerSlot: String])
  /// The answer to a part of a layout that the page uploads; the layout is kept once `isWhole` is true.
  case kept(String, part: Int, isWhole: Bool)
  /// The layout with the given id is not kept, or is not removed.
  case refused(String, ShelfRefusal)
  /// The layout with the given id is removed.
  case discarded(String)
  /// The kept layouts that the page may use.
  case shelf([JSON])
  /// The answer to the row of a phone's check: `kept`, `full` or `disk`.
  case checked(String)

  /// The size of the longest text that every carrier accepts, in bytes.
  static let longest = 16_000

  /// Returns whether the text with `layout` fits every carrier.
  static func isShort(_ layout: CompactLayout) -> Bool {
    PageText.controls(layout.id, layout.text).text.utf8.count <= longest
  }

  /// The text in JSON.
  var text: String {
    if case .quiz(let quiz) = self { quiz.text } else { JSON.object(members).text }
  }

  /// The state that the text reports; nil if every such text has to be delivered.
  ///
  /// Only the newest text of a state counts.
  var state: PageQueue.State? {
    switch self {
    case .layout: .layout
    case .players: .players
    case .quiz: .quiz
    case .share: .share
    case .kept(_, let part, _): .kept(part: part)
    case .refused: .refused
    case .shelf: .shelf
    case .checked: .checked
    case .welcome, .waiting, .denied, .controls, .discarded: nil
    }
  }

  private var members: [(String, JSON)] {
    switch self {
    case .welcome(
      let slot, let limit, let host, let session, let resume, let layout, let wanted, let layouts,
      let isLocal,
      let motion, let press, let rtc, let shelf, let maySave):
      [
        ("type", .string("welcome")), ("player", .integer(UInt64(slot.number))),
        ("limit", .integer(UInt64(limit))),
        ("host", .string(host)), ("session", .string(session)), ("resume", .string(resume)),
        ("layout", .string(layout)),
        ("layouts", .array(layouts.map { .string($0) })), ("local", .bool(isLocal)), ("rate", .integer(60)),
        ("wanted", .string(wanted)), ("motion", .integer(UInt64(motion))), ("press", .integer(UInt64(press))),
        ("shelf", .array(shelf)),
        ("saves", .bool(maySave)),
      ] + (rtc.map { [("rtc", $0)] } ?? [])
    case .waiting(let place):
      [("type", .string("waiting")), ("reason", .string(place == nil ? "host" : "full"))]
        + (place.map { [("place", .integer(UInt64($0)))] } ?? [])
    case .denied(let reason): [("type", .string("denied")), ("reason", .string(reason))]
    // ``QuizView`` writes its own text, shortened to a maximum length.
    case .quiz: []
    case .share(let share, let names): [("type", .string("share"))] + (share?.members(names) ?? [])
    case .layout(let id): [("type", .string("layout")), ("id", .string(id))]
    case .controls(let id, let layout):
      [("type", .string("controls")), ("id", .string(id)), ("layout", layout.map { .string($0) } ?? .null)]
    case .kept(let id, let part, let isWhole): ShelfReply.members(keptOf: id, part: part, isWhole: isWhole)
    case .refused(let id, let refusal): ShelfReply.members(refusedOf: id, refusal)
    case .discarded(let id): [("type", .string("discarded")), ("id", .string(id))]
    case .shelf(let entries): [("type", .string("shelf")), ("shelf", .array(entries))]
    case .checked(let result): [("type", .string("checked")), ("result", .string(result))]
    case .players(let players):
      [
        ("type", .string("players")),
        (
          "players",
          .array(
            players.map {
              .object([("player", .integer(UInt64($0.0.number))), ("name", .string($0.1))])
            })
        ),
      ]
    }
  }
}

extension Refusal {
  /// The reason to send to a page without a slot; nil if the page should wait instead.
  var pageReason: String? {
    switch self {
    case .locked: "locked"
    case .deniedByHost, .revoked: "kicked"
    case .version: "version"
    default: nil
    }
  }
}
