import Model
import Notation
import Wire

extension Mode {
  /// How a mode is written.
  static let form = allCases.dropLast().map(\.label).joined(separator: ", ") + " or tank"
}

extension StageStatus {
  /// Who is there, with their modes, the first player first.
  private var modes: [(number: Int, mode: Mode)] {
    players.enumerated().compactMap { index, player in player.mode.map { (index + 1, $0) } }
  }

  /// What of the modes is otherwise than in `former`, each on a line; with nil everything, of `player` or of all.
  func modeLines(since former: StageStatus?, of player: PlayerSlot?) -> [String] {
    var lines: [String] = []
    if player == nil, former?.mode != mode { lines.append("room: \(mode.label)") }
    for (index, now) in players.enumerated() where player.map({ $0.index == index }) ?? true {
      let before = former?.players[index].mode
      guard now.mode != before else { continue }
      lines.append("player \(index + 1): \(now.mode?.label ?? "gone")")
    }
    return lines
  }

  /// The modes as a JSON object.
  func modeJSON(of player: PlayerSlot?) -> JSON {
    let players = modes.filter { player == nil || $0.number == Int(player?.number ?? 0) }
    return .object([
      ("room", .string(mode.label)),
      (
        "players",
        .array(
          players.map {
            .object([("player", .integer(UInt64($0.number))), ("mode", .string($0.mode.label))])
          })
      ),
    ])
  }
}
