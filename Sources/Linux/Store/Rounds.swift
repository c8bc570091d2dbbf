public import Buzzer
internal import Model

/// A stored round.
public struct KeptRound: Hashable, Sendable {
  /// The round; its instants are whole µs after its beginning, which is instant 0.
  public var round: RoundRecord
  /// The time at which the round began, in ms since 1970 (UTC).
  public var armedAt: Int64
  /// The names of the players that have pressed, in the order of the presses.
  public var names: [String]

  /// Creates a stored round; see the properties.
  public init(round: RoundRecord, armedAt: Int64, names: [String]) {
    (self.round, self.armedAt, self.names) = (round, armedAt, names)
  }
}

/// The rounds of quizzes.
extension Database {
  /// The maximum number of rounds that are stored; beyond it the oldest round is deleted.
  ///
  /// A host with automatic rounds has about 600 an hour.
  public static let roundLimit: Int64 = 4_096

  /// Stores a round that began at `armedAt`, in ms since 1970, replacing its earlier record.
  ///
  /// The players' scores after the round are stored in the same transaction. Like ``touch(_:at:)``, the call
  /// does not wait for the disk. Instants are stored as µs after the round's beginning.
  ///
  /// - Throws: `busy`, `noSpace`, or `failed`, also if the quiz does not exist or a key does not have 20 bytes.
  public func keep(
    _ round: RoundRecord, players: [QuizPlayer], in quiz: Int64, armedAt: Int64
  ) throws(StoreError) {
    try quickly { () throws(StoreError) in
      try run(Database.upsert, Database.values(round, quiz, armedAt))
      let rank = try number(
        "SELECT rank FROM round WHERE quiz = ? AND number = ?",
        [.integer(quiz), .integer(Int64(round.number))])
      try run("DELETE FROM press WHERE round = ?", [.integer(rank)])
      for (place, press) in round.presses.enumerated() {
        let name = players.first { $0.slot == press.slot }?.name ?? ""
        try write(press, round: rank, place: place, name: name, armed: round.armed)
      }
      try run("DELETE FROM round WHERE rank <= (SELECT max(rank) FROM round) - \(Database.roundLimit)")
      try write(players, in: quiz)
    }
  }

  /// Returns the number of the quiz's last round; nil if it has none.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func lastRound(in quiz: Int64) throws(StoreError) -> UInt16? {
    var last: UInt16?
    let sql = "SELECT number FROM round WHERE quiz = ? ORDER BY rank DESC LIMIT 1"
    try run(sql, [.integer(quiz)]) { row throws(StoreError) in last = try row.exactly(0) }
    return last
  }

  /// Returns the stored rounds of the quiz, oldest first.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func rounds(in quiz: Int64) throws(StoreError) -> [KeptRound] {
    var rounds: [KeptRound] = []
    var places: [Int64: Int] = [:]
    let sql = "SELECT \(Database.columns), rank FROM round WHERE quiz = ? ORDER BY rank"
    try run(sql, [.integer(quiz)]) { row throws(StoreError) in
      places[row.integer(11)] = rounds.count
      rounds.append(KeptRound(round: try RoundRecord(row), armedAt: row.integer(2), names: []))
    }
    let presses =
      "SELECT \(Database.pressColumns) FROM press JOIN round ON rank = round WHERE quiz = ? ORDER BY rank, place"
    try run(presses, [.integer(quiz)]) { row throws(StoreError) in
      guard let place = places[row.integer(0)] else { return }
      rounds[place].round.presses.append(try Press(row))
      rounds[place].names.append(row.text(3))
    }
    return rounds
  }

  private static let columns =
    "quiz, number, armed, settlement, outcome, first, winners, lead, uncertainty, false_starts, unheard"
  private static let pressColumns = "round, place, slot, press.name, earliest, latest, received, doubts"

  private static let upsert = """
    INSERT INTO round (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (quiz, number) DO UPDATE SET
      armed = excluded.armed, settlement = excluded.settlement, outcome = excluded.outcome,
      first = excluded.first, winners = excluded.winners, lead = excluded.lead,
      uncertainty = excluded.uncertainty, false_starts = excluded.false_starts, unheard = excluded.unheard
    """

  private static func values(_ round: RoundRecord, _ quiz: Int64, _ armedAt: Int64) -> [Value] {
    let (kind, first) = round.outcome.map(\.kept) ?? (.nothing, [])
    return [
      .integer(quiz), .integer(Int64(round.number)), .integer(armedAt),
      .integer(Int64(round.settlement.rawValue)), kind, .slots(first), .slots(round.winners),
      round.margin.map { .integer($0.lead.microseconds) } ?? .nothing,
      round.margin.map { .integer($0.uncertainty.microsecondsUp) } ?? .nothing,
      .slots(round.falseStarts), .slots(round.unheard),
    ]
  }

  private func write(
    _ press: Press, round: Int64, place: Int, name: String, armed: Instant
  ) throws(StoreError) {
    try run(
      """
      INSERT INTO press (round, place, slot, name, earliest, latest, received, doubts)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(round), .integer(Int64(place)), .integer(Int64(press.slot.number)), .text(name),
        .integer((press.time.earliest - armed).microsecondsDown),
        .integer((press.time.latest - armed).microsecondsUp),
        .integer((press.received - armed).microsecondsUp), .integer(Int64(press.doubts.rawValue)),
      ])
  }
}

extension Value {
  fileprivate static func slots(_ slots: PlayerSlots) -> Value { .integer(Int64(slots.rawValue)) }
}

extension Interval {
  /// The duration in whole µs, rounded down, so that stored bounds still enclose the time between them.
  fileprivate var microsecondsDown: Int64 {
    nanoseconds / 1_000 - (nanoseconds % 1_000 < 0 ? 1 : 0)
  }
  /// The duration in whole µs, rounded up.
  fileprivate var microsecondsUp: Int64 { nanoseconds / 1_000 + (nanoseconds % 1_000 > 0 ? 1 : 0) }
}

extension Decision.Ruling {
  /// The stored form of the outcome: 1 for a winner, 2 for a tie, and the players concerned.
  fileprivate var kept: (Value, PlayerSlots) {
    switch self {
    case .winner(let slot): (.integer(1), PlayerSlots(slot))
    case .tooClose(let slots): (.integer(2), slots)
    }
  }

  fileprivate init?(kind: Int64, first: PlayerSlots) throws(StoreError) {
    switch (kind, first.each.first) {
    case (0, _): return nil
    case (1, let slot?) where first.each.count == 1: self = .winner(slot)
    case (2, _): self = .tooClose(first)
    default: throw .damaged
    }
  }
}

extension RoundRecord {
  /// Creates a round, without its presses, from a row of ``Database``.
  fileprivate init(_ row: Row) throws(StoreError) {
    guard let settlement = Settlement(rawValue: try row.exactly(3)) else { throw .damaged }
    let margin: Decision.Margin? =
      row.has(7)
      ? Decision.Margin(lead: .microseconds(row.integer(7)), uncertainty: .microseconds(row.integer(8))) : nil
    self.init(
      number: try row.exactly(1), armed: Instant(nanoseconds: 0),
      outcome: try Decision.Ruling(kind: row.integer(4), first: try row.slots(5)), settlement: settlement,
      winners: try row.slots(6), margin: margin, falseStarts: try row.slots(9), unheard: try row.slots(10))
  }
}

extension Press {
  fileprivate init(_ row: Row) throws(StoreError) {
    func instant(_ column: Int32) -> Instant {
      Instant(nanoseconds: 0) + .microseconds(row.integer(column))
    }
    self.init(
      of: try row.slot(2), time: HostTime(from: instant(4), to: instant(5)), received: instant(6),
      doubts: PressDoubts(rawValue: try row.exactly(7)))
  }
}

extension Row {
  fileprivate func slots(_ column: Int32) throws(StoreError) -> PlayerSlots {
    PlayerSlots(rawValue: try exactly(column))
  }
}
