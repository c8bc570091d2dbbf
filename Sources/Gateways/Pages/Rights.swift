import Model
import Wire

/// The rights of each role: to receive a text from the host, and to give an order.
///
/// No other table defines rights. Each switch names every case, so that a new text or order does not compile
/// without its roles.
enum Rights {
  typealias Roles = Set<TicketBook.Role>

  /// Returns the roles whose dashboards receive `text`; ``PeerStatus/shown`` limits what a television receives about
  /// devices.
  static func hearers(of text: DashboardText.Kind) -> Roles {
    switch text {
    // A television shows players and the code by which players join.
    case .welcome, .names, .peer, .ticket, .layout, .lost, .found: [.host, .television]
    case .pin, .droidpad, .answer, .setup, .shelf, .kept, .refused, .controls, .settings, .lock: [.host]
    }
  }

  /// Returns the roles whose pages receive `text`.
  static func hearers(of text: PageText.Kind) -> Roles {
    switch text {
    case .welcome, .waiting, .denied, .layout, .controls, .players, .quiz, .share, .kept, .refused,
      .discarded,
      .shelf, .checked:
      [.player]
    }
  }

  /// Returns the roles whose dashboards may give `order`.
  static func givers(of order: DashboardRequest.Kind) -> Roles {
    switch order {
    case .order, .recentre, .layout, .ticket, .droidPad, .setup, .save, .offer, .remove, .read, .setting,
      .share, .helper:
      [.host]
    }
  }

  /// Returns the roles whose pages may give `order`.
  static func givers(of order: PageOrder) -> Roles {
    switch order {
    case .hello, .layout, .save, .discard, .team, .apart, .check, .bye: [.player]
    }
  }
}

/// The texts from pages (docs/web.md, "Texts").
enum PageOrder: String, CaseIterable, Sendable {
  /// The page gives its name and asks for a slot.
  case hello
  /// The page asks for a layout.
  case layout
  /// The page uploads a part of a layout, for the host to keep.
  case save
  /// The player removes one of the player's own layouts from the host.
  case discard
  /// The player chooses a team.
  case team
  /// The player no longer shares a pad.
  case apart
  /// The page reports what its phone's check has found.
  case check
  /// The page leaves for good.
  case bye
}

extension DashboardText {
  /// The kinds of texts, by their `type` members.
  enum Kind: String, CaseIterable, Sendable {
    case welcome, names, peer, ticket, droidpad, layout, pin, answer, setup, lost, found, shelf, kept, refused
    case controls, settings, lock
  }

  /// The kind of the text.
  var kind: Kind {
    switch self {
    case .welcome: .welcome
    case .names: .names
    case .peer: .peer
    case .ticket: .ticket
    case .droidPad: .droidpad
    case .layout: .layout
    case .pin: .pin
    case .answer: .answer
    case .setup: .setup
    case .bridge(let isThere): isThere ? .found : .lost
    case .shelf: .shelf
    case .kept: .kept
    case .refused: .refused
    case .controls: .controls
    case .setting(.state): .settings
    case .setting(.lock): .lock
    }
  }

  /// Returns the text as sent to a dashboard of `role`; nil if that role does not receive it.
  func heard(by role: TicketBook.Role) -> DashboardText? {
    guard Rights.hearers(of: kind).contains(role) else { return nil }
    guard role != .host else { return self }
    switch self {
    case .peer(let peer): return peer.shown.map { .peer($0) }
    // The list of kept layouts contains the names of their owners, and only the host needs it.
    case .welcome(let welcome): return .welcome(welcome.withoutShelf)
    default: return self
    }
  }
}

extension PageText {
  /// The kinds of texts, by their `type` members.
  enum Kind: String, CaseIterable, Sendable {
    case welcome, waiting, denied, layout, controls, players, quiz, share, kept, refused, discarded, shelf,
      checked
  }

  /// The kind of the text.
  var kind: Kind {
    switch self {
    case .welcome: .welcome
    case .waiting: .waiting
    case .denied: .denied
    case .layout: .layout
    case .controls: .controls
    case .players: .players
    case .quiz: .quiz
    case .share: .share
    case .kept: .kept
    case .refused: .refused
    case .discarded: .discarded
    case .shelf: .shelf
    case .checked: .checked
    }
  }
}

extension DashboardRequest {
  /// The kinds of orders.
  enum Kind: CaseIterable, Sendable {
    case order, recentre, layout, ticket, droidPad, setup, save, offer, remove, read, setting, share, helper
  }

  /// The kind of the order.
  var kind: Kind {
    switch self {
    case .order: .order
    case .recentre: .recentre
    case .layout: .layout
    case .ticket: .ticket
    case .droidPad: .droidPad
    case .setup: .setup
    case .save: .save
    case .offer: .offer
    case .remove: .remove
    case .read: .read
    case .setting: .setting
    case .share: .share
    case .helper: .helper
    }
  }
}

extension PeerStatus {
  /// The part of a device's status that everyone in the room may know.
  ///
  /// For a device with a slot, the result has the device's name, and the slot's number in place of the key.
  /// For other devices the result is nil; in particular, nobody else may see the numbers by which waiting
  /// devices are compared.
  fileprivate var shown: PeerStatus? {
    guard let slot, state == .connected || state == .disconnected else { return nil }
    var key = InlineArray<32, UInt8>(repeating: 0)
    key[31] = slot.number
    return PeerStatus(state: state, slot: slot, refusal: .none, code: nil, key: key, name: name)
  }
}
