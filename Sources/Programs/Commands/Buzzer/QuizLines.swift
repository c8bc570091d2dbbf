import Buzzer
import Model
import Notation
import Wire

/// The state of a quiz, in words and as JSON.
extension StageStatus {
  /// The player who was first; nil if nobody was.
  ///
  /// In a round that was too close to call, it is nil unless the midpoint has decided.
  private var first: PlayerSlot? { PlayerSlot(number: Int(winner)) }

  /// The presses, in the order of the midpoints of their intervals.
  private var order: [(slot: PlayerSlot, press: Press)] {
    PlayerSlots.all.each.compactMap { slot in players[slot.index].press.map { (slot, $0) } }
      .sorted { $0.press.middle < $1.press.middle }
  }

  /// The state of the quiz as a line of text.
  var quizLine: String {
    let words = [roundWords] + [verdict, lateWords, scoreWords].filter { !$0.isEmpty }
    return words.joined(separator: "; ")
  }

  private var roundWords: String {
    guard mode == .buzzer || players.contains(where: { $0.mode == .buzzer }) else {
      return "nobody is in the mode buzzer"
    }
    switch phase {
    case .idle: return round == 0 ? "no round yet" : "round \(round) is over"
    case .armed: return "round \(round) is armed"
    case .locked:
      return flags.contains(.tie) ? "round \(round) waits for your decision" : "round \(round) is locked"
    case .result: return "round \(round) has a result"
    }
  }

  private var verdict: String {
    if let first {
      let how = flags.contains(.midpoint) ? " by midpoint" : ""
      return "player \(first.number) was first\(how)\(lead.map { ", by \(margin($0))" } ?? "")"
    }
    guard tied != [] else { return "" }
    return "too close to call between \(list(tied))\(lead.map { ": \(margin($0))" } ?? "")"
  }

  private var lateWords: String {
    let named = [("false start", falseStarts), ("out", out), ("not heard from", unheard)]
    return named.filter { $0.1 != [] }.map { "\($0.0): \(list($0.1))" }.joined(separator: "; ")
  }

  private var scoreWords: String {
    let scores = players.taken.each.map { slot in
      let player = players[slot.index]
      return "\(slot.number)\(player.team == 0 ? "" : " (team \(player.team))"): \(player.points)"
    }
    return scores.isEmpty ? "" : "points \(scores.joined(separator: ", "))"
  }

  /// Returns `lead` and its uncertainty, such as `12.4 ms ± 1.3`; both are given in µs.
  private func margin(_ lead: UInt32) -> String {
    "\(Double(lead / 100) / 10) ms ± \(Double(uncertainty / 100) / 10)"
  }

  private func list(_ slots: PlayerSlots) -> String {
    slots.each.map { "\($0.number)" }.joined(separator: ", ")
  }

  /// The state of the quiz as a JSON object.
  ///
  /// Times are in µs. Those of presses are counted from the arming of the round.
  var quizJSON: JSON {
    let numbers: (PlayerSlots) -> JSON = { .array($0.each.map { .integer(UInt64($0.number)) }) }
    return .object([
      ("mode", .string(name(of: mode))), ("phase", .string(phase.label)), ("round", .integer(UInt64(round))),
      ("automatic", .bool(flags.contains(.automatic))),
      ("winner", first.map { .integer(UInt64($0.number)) } ?? .null), ("tied", numbers(tied)),
      ("byMidpoint", .bool(flags.contains(.midpoint))), ("shared", .bool(flags.contains(.shared))),
      ("lead", lead.map { .integer(UInt64($0)) } ?? .null), ("uncertainty", .integer(UInt64(uncertainty))),
      ("contestants", numbers(contestants)), ("out", numbers(out)), ("falseStarts", numbers(falseStarts)),
      ("unheard", numbers(unheard)), ("winners", numbers(winners)),
      (
        "players",
        .array(
          players.taken.each.map(playerJSON))
      ),
      ("presses", .array(order.map { $0.press.json($0.slot) })),
    ])
  }

  private func playerJSON(_ slot: PlayerSlot) -> JSON {
    let player = players[slot.index]
    return .object([
      ("player", .integer(UInt64(slot.number))), ("mode", player.mode.map { .string(name(of: $0)) } ?? .null),
      ("team", .integer(UInt64(player.team))), ("points", .signed(Int64(player.points))),
    ])
  }
}

extension StageStatus.Press {
  fileprivate var middle: Int64 { Int64(earliest) + Int64(latest) }

  fileprivate func json(_ slot: PlayerSlot) -> JSON {
    .object([
      ("player", .integer(UInt64(slot.number))), ("earliest", .signed(Int64(earliest))),
      ("latest", .signed(Int64(latest))), ("received", .signed(Int64(received))),
      ("doubts", .integer(UInt64(doubts.rawValue))),
    ])
  }
}

extension RoundPhase {
  /// The name of the phase in JSON.
  var label: String { "\(self)" }
}
