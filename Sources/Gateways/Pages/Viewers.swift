import Guards
import Model
import Notation
import Wire

/// The connected overlays, which show the players' pads to the audience of a stream (docs/web.md, "The overlay").
///
/// All overlays get the same text, which contains only the fields of ``Player``. No text for a dashboard or a
/// page is ever queued for them. An overlay at the overlay's own port may get the newest text after each
/// status, but one with a link's ticket only after every second status.
struct Viewers: Sendable {
  /// The part of a player that the audience may see.
  struct Player: Sendable {
    /// The number of the slot, 1 to 16.
    var slot: UInt8
    /// The display name; empty without one.
    var name: String
    /// The colour that the player has chosen, such as `#e69f00`; empty without one.
    var colour: String
    /// The state of the pad.
    var report: PadReport
    /// The smoothed roll; nil without tilt.
    var roll: Angle?
  }

  /// An overlay.
  private struct Viewer: Sendable {
    /// The number of the link whose ticket admitted the overlay; nil at the overlay's own port.
    var link: UInt8?
    /// True if the newest text waits for the overlay.
    var isOwed = true
    /// True if there is a newer text, which the overlay gets with its next turn.
    var isLate = false

    /// Handles a status; the text has changed if `isNew`, and overlays with a link's ticket get it too if
    /// `isTurn`.
    mutating func learn(isNew: Bool, isTurn: Bool) {
      isLate = isLate || isNew
      if isLate, link == nil || isTurn { (isOwed, isLate) = (true, false) }
    }

    /// Records that the newest text is sent; returns false if the overlay has it, or has to wait.
    mutating func deliver() -> Bool {
      guard isOwed else { return false }
      (isOwed, isLate) = (false, false)
      return true
    }
  }

  /// The maximum number of overlays.
  ///
  /// There is one for each player, because a stream may place each player's overlay separately.
  static let limit = OverlayLink.overlayLimit
  /// The time between two statuses of the bridge, in ms: 60 statuses a second, for a stream of 60 frames a second.
  static let statusPeriod: UInt16 = 16

  /// The overlays, by their connections.
  private var viewers: [UInt32: Viewer] = [:]
  private var players: [Player] = []
  /// The number of players whose statuses are still to come; negative before a status of the host begins.
  private var missing = -1
  private var text = Viewers.text(of: [])
  /// True if the newest status was for overlays with a link's ticket too, as every second status is.
  private var isTurn = false

  /// The number of connected overlays, 0 to 16.
  var count: Int { viewers.count }
  /// True if no overlay is connected.
  var isEmpty: Bool { viewers.isEmpty }

  /// True if there is no room for another overlay.
  private var isFull: Bool { viewers.count >= Viewers.limit }

  /// The overlays for which the newest text waits.
  var waiting: [UInt32] { viewers.filter(\.value.isOwed).map(\.key) }

  /// Returns whether `connection` belongs to an overlay.
  func has(_ connection: UInt32) -> Bool { viewers.index(forKey: connection) != nil }

  /// Returns the number of the link by whose ticket the overlay on `connection` was admitted; nil without one.
  func link(of connection: UInt32) -> UInt8? { viewers[connection]?.link }

  /// Returns the overlays that were admitted by the ticket of link number `link`.
  func admitted(by link: UInt8) -> [UInt32] { viewers.filter { $0.value.link == link }.map(\.key) }

  /// Returns whether another overlay may connect: a place is free, or an overlay gives way.
  ///
  /// `link` is the number of the newcomer's link; nil at the overlay's own port.
  func hasRoom(for link: UInt8?) -> Bool { !isFull || giver(for: link) != nil }

  /// Returns the overlay that gives way to another one by the ticket of `link` or, with nil, to one at the
  /// overlay's own port.
  ///
  /// Returns nil if there is room, or if no overlay gives way. Otherwise the result is the newest overlay of
  /// the link with the most overlays. Unless `link` is nil, that link must have at least two more than
  /// `link`, so that the two do not displace each other in turn.
  func giver(for link: UInt8?) -> UInt32? {
    guard isFull else { return nil }
    let biggest = viewers.values.compactMap(\.link).biggestHolders(against: link)
    return viewers.filter { $0.value.link.map(biggest.contains) ?? false }.keys.max()
  }

  /// Registers an overlay, which gets the newest text; `link` is the number of the link by whose ticket it was admitted.
  mutating func open(_ connection: UInt32, by link: UInt8? = nil) { viewers[connection] = Viewer(link: link) }

  /// Forgets an overlay; returns false if `connection` belongs to none.
  ///
  /// When the last overlay leaves, the status is cleared, so that the next overlay shows nobody who has left
  /// meanwhile.
  mutating func close(_ connection: UInt32) -> Bool {
    guard viewers.removeValue(forKey: connection) != nil else { return false }
    if viewers.isEmpty { clear() }
    return true
  }

  /// Begins the status of a host with `count` players.
  mutating func begin(_ count: Int) {
    (players, missing) = ([], count)
    showIfComplete()
  }

  /// Adds the next player of the status; nil if the player's controller is away, so that nothing is to be seen.
  mutating func add(_ player: Player?) {
    guard missing > 0 else { return }
    missing -= 1
    if let player { players.append(player) }
    showIfComplete()
  }

  /// Shows no players from now on, since they are no longer known.
  mutating func clear() {
    (players, missing, isTurn) = ([], 0, false)
    showIfComplete()
  }

  /// Removes and returns the text for an overlay; nil if it has the newest one.
  mutating func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    guard viewers[connection]?.deliver() == true else { return nil }
    return (Array(text.utf8), true, false)
  }

  private mutating func showIfComplete() {
    guard missing == 0 else { return }
    (missing, isTurn) = (-1, !isTurn)
    let text = Viewers.text(of: players)
    let isNew = text != self.text
    self.text = text
    for connection in viewers.keys { viewers[connection]?.learn(isNew: isNew, isTurn: isTurn) }
  }

  private static func text(of players: [Player]) -> String {
    JSON.object([("players", .array(players.map(\.json)))]).text
  }
}

extension Viewers.Player {
  /// The player in JSON: sticks −32767 to 32767 with right and down positive, triggers 0 to 255, roll in rad with
  /// clockwise positive.
  fileprivate var json: JSON {
    let (left, right) = (report.leftStick, report.rightStick)
    return .object([
      ("slot", .integer(UInt64(slot))), ("name", .string(name)), ("colour", .string(colour)),
      ("buttons", .integer(UInt64(report.buttons.rawValue))),
      ("sticks", .array([left.x, left.y, right.x, right.y].map { .signed(Int64($0)) })),
      ("triggers", .array([report.leftTrigger, report.rightTrigger].map { .integer(UInt64($0)) })),
      ("roll", roll.map { .number($0.radians) } ?? .null),
    ])
  }
}
