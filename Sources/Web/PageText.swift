import Model
import Notation
import Wire

/// What the host says to pages (docs/web.md, "Texts").
enum PageText {
  /// The page has a slot.
  case welcome(
    PlayerSlot, limit: UInt8, host: String, session: String, resume: String, layout: String,
    layouts: [String], isLocal: Bool)
  /// It has to wait for the host, or, as number `place`, for a free slot.
  case waiting(place: Int?)
  /// It gets no slot.
  case denied(String)
  /// The host wants this layout.
  case layout(String)
  /// Who plays.
  case players([(PlayerSlot, String)])

  /// The text in JSON.
  var text: String { JSON.object(members).text }

  /// The state that it tells of; nil when it is one of several that all have to be heard.
  var state: PageQueue.State? {
    switch self {
    case .layout: .layout
    case .players: .players
    case .welcome, .waiting, .denied: nil
    }
  }

  private var members: [(String, JSON)] {
    switch self {
    case .welcome(
      let slot, let limit, let host, let session, let resume, let layout, let layouts, let isLocal):
      [
        ("type", .string("welcome")), ("player", .integer(UInt64(slot.number))),
        ("limit", .integer(UInt64(limit))),
        ("host", .string(host)), ("session", .string(session)), ("resume", .string(resume)),
        ("layout", .string(layout)),
        ("layouts", .array(layouts.map { .string($0) })), ("local", .bool(isLocal)), ("rate", .integer(60)),
      ]
    case .waiting(let place):
      [("type", .string("waiting")), ("reason", .string(place == nil ? "host" : "full"))]
        + (place.map { [("place", .integer(UInt64($0)))] } ?? [])
    case .denied(let reason): [("type", .string("denied")), ("reason", .string(reason))]
    case .layout(let id): [("type", .string("layout")), ("id", .string(id))]
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
  /// What a page is told that gets no slot; nil when it had better wait.
  var pageReason: String? {
    switch self {
    case .locked: "locked"
    case .deniedByHost, .revoked: "kicked"
    case .version: "version"
    default: nil
    }
  }
}
