public import Model

/// The quizzes of this host and what their players have.
extension Database {
  /// The most quizzes that are kept; then the oldest goes with all that is in it.
  public static let quizLimit: Int64 = 64
  /// The most players of a quiz whose points are kept; then who has not been there for longest goes.
  public static let scoreLimit: Int64 = 256

  /// A quiz.
  public struct Quiz: Hashable, Sendable {
    /// Its number: a later one's is greater.
    public var number: Int64
    /// When it began, in ms since 1970 (UTC).
    public var begun: Int64
  }

  /// A player of a quiz, and what they have.
  public struct QuizPlayer: Hashable, Sendable {
    /// Where the player sits, or has last sat.
    public var slot: PlayerSlot
    /// What tells the controller from all others: 20 bytes.
    public var key: [UInt8]
    /// What the player is called.
    public var name: String
    /// The player's team; 0 for none.
    public var team: UInt8
    /// What the player has.
    public var points: Int32

    /// A player; see the properties.
    public init(slot: PlayerSlot, key: [UInt8], name: String, team: UInt8 = 0, points: Int32 = 0) {
      (self.slot, self.key, self.name, self.team, self.points) = (slot, key, name, team, points)
    }
  }

  /// The number of the quiz that goes on, which is begun at `time`, in ms since 1970, if there is none.
  ///
  /// - Throws: `busy`, `noSpace` or `failed`.
  public func currentQuiz(at time: Int64) throws(StoreError) -> Int64 {
    try quickly { () throws(StoreError) in
      let number = try number("SELECT coalesce(max(number), 0) FROM quiz")
      return number > 0 ? number : try insertQuiz(time)
    }
  }

  /// Begins a quiz at `time`, in ms since 1970, and gives its number; what is known of the one before stays.
  ///
  /// - Throws: `busy`, `noSpace` or `failed`.
  public func beginQuiz(at time: Int64) throws(StoreError) -> Int64 {
    try quickly { () throws(StoreError) in try insertQuiz(time) }
  }

  /// Deletes all quizzes with their rounds and what their players had, and begins one at `time`, in ms since 1970, whose number
  /// it gives; on the disk when this returns.
  ///
  /// - Throws: `busy`, `noSpace` or `failed`.
  public func forgetQuizzes(at time: Int64) throws(StoreError) -> Int64 {
    let quiz = try transaction { () throws(StoreError) in
      try run("DELETE FROM quiz")
      return try insertQuiz(time)
    }
    emptyLog()
    return quiz
  }

  /// All quizzes that are kept, the first one first.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func quizzes() throws(StoreError) -> [Quiz] {
    var quizzes: [Quiz] = []
    try run("SELECT number, begun FROM quiz ORDER BY number") { row in
      quizzes.append(Quiz(number: row.integer(0), begun: row.integer(1)))
    }
    return quizzes
  }

  /// Keeps what the players of `scores` have; that of others stays as it is.
  ///
  /// It does not wait for the disk, as ``touch(_:at:)``.
  /// - Throws: `busy`, `noSpace`, or `failed`, also when there is no such quiz or a key has not 20 bytes.
  public func keep(scores: [QuizPlayer], in quiz: Int64) throws(StoreError) {
    try quickly { () throws(StoreError) in try write(scores, in: quiz) }
  }

  /// What the players of a quiz have, as last kept; who was kept last is last.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func scores(in quiz: Int64) throws(StoreError) -> [QuizPlayer] {
    var scores: [QuizPlayer] = []
    let sql = "SELECT slot, key, name, team, points FROM score WHERE quiz = ? ORDER BY rank"
    try run(sql, [.integer(quiz)]) { row throws(StoreError) in
      scores.append(
        QuizPlayer(
          slot: try row.slot(0), key: row.bytes(1), name: row.text(2), team: try row.exactly(3),
          points: try row.exactly(4)))
    }
    return scores
  }

  /// Keeps what the players of `scores` have, within a transaction.
  func write(_ scores: [QuizPlayer], in quiz: Int64) throws(StoreError) {
    for player in scores {
      try run(
        "INSERT OR REPLACE INTO score (quiz, key, slot, name, team, points) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .integer(quiz), .bytes(player.key), .integer(Int64(player.slot.number)), .text(player.name),
          .integer(Int64(player.team)), .integer(Int64(player.points)),
        ])
    }
    try run(
      """
      DELETE FROM score WHERE quiz = ? AND rank NOT IN
        (SELECT rank FROM score WHERE quiz = ? ORDER BY rank DESC LIMIT ?)
      """, [.integer(quiz), .integer(quiz), .integer(Database.scoreLimit)])
  }

  /// Does what `body` does as a whole or not at all, and does not wait for the disk: players would feel that.
  ///
  /// It outlives the program's end at any time; when the machine's power fails, the last of it may be lost. The disk is
  /// waited for when the log is so long that it is copied into the file: after 1,000 pages of 4 KiB.
  func quickly<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try run("PRAGMA synchronous = NORMAL")
    defer { try? run("PRAGMA synchronous = FULL") }
    return try transaction(body)
  }

  private func insertQuiz(_ time: Int64) throws(StoreError) -> Int64 {
    try run("INSERT INTO quiz (begun) VALUES (?)", [.integer(time)])
    let quiz = try number("SELECT max(number) FROM quiz")
    try run("DELETE FROM quiz WHERE number <= ?", [.integer(quiz - Database.quizLimit)])
    return quiz
  }
}

extension Row {
  /// The player's place in `column`.
  ///
  /// - Throws: `damaged` when there is none.
  func slot(_ column: Int32) throws(StoreError) -> PlayerSlot {
    guard let slot = PlayerSlot(number: Int(integer(column))) else { throw .damaged }
    return slot
  }

  /// The number in `column` as one of another type.
  ///
  /// - Throws: `damaged` when that has none such.
  func exactly<Number: FixedWidthInteger>(_ column: Int32) throws(StoreError) -> Number {
    guard let number = Number(exactly: integer(column)) else { throw .damaged }
    return number
  }
}
