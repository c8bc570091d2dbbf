import Model
import Notation
import Wire

extension StageStatus {
  /// The modes of the players who are present, in the order of their numbers.
  private var modes: [(number: Int, mode: Mode)] {
    players.enumerated().compactMap { index, player in player.mode.map { (index + 1, $0) } }
  }

  /// Returns a line for each mode that differs from `former`, or for every mode if `former` is nil.
  ///
  /// The lines are about `player` or, with nil, about the room and all players.
  func modeLines(since former: StageStatus?, of player: PlayerSlot?) -> [String] {
    var lines: [String] = []
    if player == nil, former?.mode != mode { lines.append("room: \(name(of: mode))") }
    for (index, now) in players.enumerated() where player.map({ $0.index == index }) ?? true {
      let before = former?.players[index].mode
      guard now.mode != before else { continue }
      lines.append("player \(index + 1): \(now.mode.map(name(of:)) ?? "gone")")
    }
    return lines
  }

  /// Returns the room's mode, and that of `player` or, with nil, those of all players, as a JSON object.
  func modeJSON(of player: PlayerSlot?) -> JSON {
    let players = modes.filter { player == nil || $0.number == Int(player?.number ?? 0) }
    return .object([
      ("room", .string(name(of: mode))),
      (
        "players",
        .array(
          players.map {
            .object([("player", .integer(UInt64($0.number))), ("mode", .string(name(of: $0.mode)))])
          })
      ),
    ])
  }
}
