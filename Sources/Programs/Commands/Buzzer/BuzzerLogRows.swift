import Buzzer
import Model
import Notation
import Store

extension KeptRound {
  /// The names of the CSV columns.
  static let heading = [
    "quiz", "round", "armed_ms", "settlement", "outcome", "first", "winners", "lead_us", "uncertainty_us",
    "false_starts", "unheard", "place", "player", "name", "earliest_us", "latest_us", "received_us", "doubts",
  ]

  /// Returns a record for each press, or a single record for a round without presses.
  ///
  /// The fields of each record are in the order of ``heading``.
  func records(of quiz: Int64) -> [[String]] {
    let (outcome, first) = round.outcome.map(\.told) ?? ("", [])
    let common = [
      "\(quiz)", "\(round.number)", "\(armedAt)", round.settlement.label, outcome, first.listed,
      round.winners.listed, round.margin.map { "\($0.lead.microseconds)" } ?? "",
      round.margin.map { "\($0.uncertainty.microseconds)" } ?? "", round.falseStarts.listed,
      round.unheard.listed,
    ]
    guard !round.presses.isEmpty else {
      return [common + Array(repeating: "", count: KeptRound.heading.count - common.count)]
    }
    return zip(round.presses, names).enumerated().map { place, item in
      let (press, name) = item
      return common + ["\(place + 1)", "\(press.slot.number)", unformulated(name)]
        + press.times(since: round.armed).map { "\($0)" } + [press.doubts.labels.joined(separator: " ")]
    }
  }

  /// Returns the round as a JSON object.
  ///
  /// The times of presses are in µs since the round was armed, and the lead and its uncertainty are in µs.
  /// The time of arming is in ms since 1970.
  func json(of quiz: Int64) -> JSON {
    let told = round.outcome.map(\.told)
    return .object([
      ("quiz", .signed(quiz)), ("round", .signed(Int64(round.number))), ("armed", .signed(armedAt)),
      ("settlement", .string(round.settlement.label)), ("outcome", told.map { .string($0.0) } ?? .null),
      ("first", (told?.1 ?? []).json), ("winners", round.winners.json),
      ("lead", round.margin.map { .signed($0.lead.microseconds) } ?? .null),
      ("uncertainty", round.margin.map { .signed($0.uncertainty.microseconds) } ?? .null),
      ("falseStarts", round.falseStarts.json), ("unheard", round.unheard.json),
      ("presses", .array(zip(round.presses, names).map { $0.json(called: $1, since: round.armed) })),
    ])
  }
}

/// Returns a record as a line of CSV (RFC 4180), with a field quoted only if necessary.
func csvLine(_ fields: [String]) -> String {
  let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]
  let quoted = fields.map { field in
    field.unicodeScalars.contains { special.contains($0) }
      ? "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      : field
  }
  return quoted.joined(separator: ",") + "\r\n"
}

/// Escapes text that other people have entered, so that no spreadsheet reads it as a formula.
func unformulated(_ text: String) -> String {
  let dangers: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
  return text.unicodeScalars.first.map(dangers.contains) == true ? "'" + text : text
}

extension Press {
  /// Returns the press's earliest, latest and arrival times, in µs since `armed`.
  fileprivate func times(since armed: Instant) -> [Int64] {
    [time.earliest, time.latest, received].map { ($0 - armed).microseconds }
  }

  fileprivate func json(called name: String, since armed: Instant) -> JSON {
    let times = times(since: armed)
    return .object([
      ("player", .signed(Int64(slot.number))), ("name", .string(name)), ("earliest", .signed(times[0])),
      ("latest", .signed(times[1])), ("received", .signed(times[2])),
      ("doubts", .array(doubts.labels.map { .string($0) })),
    ])
  }
}

extension PressDoubts {
  /// The names of the doubts in the set.
  var labels: [String] {
    let all: [(PressDoubts, String)] = [(.clock, "clock"), (.time, "time"), (.stalled, "stalled")]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension RoundRecord.Settlement {
  /// The name of the settlement in CSV and JSON.
  var label: String { self == .tooClose ? "too-close" : "\(self)" }
}

extension Decision.Ruling {
  /// The name of the outcome, and the players concerned.
  fileprivate var told: (String, PlayerSlots) {
    switch self {
    case .winner(let slot): ("winner", PlayerSlots(slot))
    case .tooClose(let slots): ("too-close", slots)
    }
  }
}

extension PlayerSlots {
  /// The players' numbers, separated by blanks.
  fileprivate var listed: String { each.map { "\($0.number)" }.joined(separator: " ") }

  /// The players' numbers as a JSON array.
  fileprivate var json: JSON { .array(each.map { .signed(Int64($0.number)) }) }
}
