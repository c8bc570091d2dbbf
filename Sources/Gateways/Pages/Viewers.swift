import Model
import Notation
import Wire

/// The connected overlays, which show the players' pads to the audience of a stream (docs/web.md, "The overlay").
///
/// They have one text, made here from the fields of ``Player`` and from nothing else: no text for a dashboard or a page
/// is ever queued for them. Each overlay gets the newest text whenever it can take one.
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

  /// The maximum number of overlays: one for each player, as a stream may show each in another place.
  static let limit = 16
  /// The time between two statuses of the bridge, in ms: 60 statuses a second, for a stream of 60 frames a second.
  static let statusPeriod: UInt16 = 16

  /// The connections, and whether each still has to get the newest text.
  private var owed: [UInt32: Bool] = [:]
  private var players: [Player] = []
  /// The number of players whose statuses are still to come; negative before the first status of the host.
  private var missing = -1
  private var text = Viewers.text(of: [])

  /// True if no overlay is connected.
  var isEmpty: Bool { owed.isEmpty }

  /// True if there is no room for another overlay.
  var isFull: Bool { owed.count >= Viewers.limit }

  /// The overlays that still have to get the newest text.
  var waiting: [UInt32] { owed.filter(\.value).map(\.key) }

  /// Returns whether `connection` belongs to an overlay.
  func has(_ connection: UInt32) -> Bool { owed.index(forKey: connection) != nil }

  /// Registers an overlay, which gets the newest text.
  mutating func open(_ connection: UInt32) { owed[connection] = true }

  /// Forgets an overlay; returns false if `connection` belongs to none.
  ///
  /// With the last one ends the status, so that the next overlay sees nobody who has left meanwhile.
  mutating func close(_ connection: UInt32) -> Bool {
    guard owed.removeValue(forKey: connection) != nil else { return false }
    if owed.isEmpty { clear() }
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

  /// Shows nobody, since the players are no longer known.
  mutating func clear() {
    (players, missing) = ([], 0)
    showIfComplete()
  }

  /// Removes and returns the text for an overlay; nil if it has the newest one.
  mutating func next(for connection: UInt32) -> (bytes: [UInt8], isText: Bool, isMore: Bool)? {
    guard owed[connection] == true else { return nil }
    owed[connection] = false
    return (Array(text.utf8), true, false)
  }

  private mutating func showIfComplete() {
    guard missing == 0 else { return }
    missing = -1
    let text = Viewers.text(of: players)
    guard text != self.text else { return }
    self.text = text
    for connection in owed.keys { owed[connection] = true }
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
