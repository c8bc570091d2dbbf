public import Buzzer
import Model

/// The quizzes of this host and the scores of their players.
extension Database {
  /// The maximum number of quizzes that are stored; beyond it the oldest quiz is deleted with all its data.
  public static let quizLimit: Int64 = 64

  /// A stored quiz.
  public struct StoredQuiz: Hashable, Sendable {
    /// The quiz's number; later quizzes have higher numbers.
    public var number: Int64
    /// The time at which the quiz began, in ms since 1970 (UTC).
    public var begun: Int64
  }

  /// Returns the number of the present quiz; begins one at `time`, in ms since 1970, if there is none.
  ///
  /// - Throws: `busy`, `noSpace` or `failed`.
  public func currentQuiz(at time: Int64) throws(StoreError) -> Int64 {
    try quickly { () throws(StoreError) in
      let number = try number("SELECT coalesce(max(number), 0) FROM quiz")
      return number > 0 ? number : try insertQuiz(time)
    }
  }

  /// Begins a quiz at `time`, in ms since 1970, and returns its number; earlier quizzes stay.
  ///
  /// - Throws: `busy`, `noSpace` or `failed`.
  public func beginQuiz(at time: Int64) throws(StoreError) -> Int64 {
    try quickly { () throws(StoreError) in try insertQuiz(time) }
  }

  /// Deletes all quizzes with their rounds and scores, and begins a new one at `time`, in ms since 1970.
  ///
  /// Returns the number of the new quiz; the change is on disk on return.
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

  /// Returns all stored quizzes, oldest first.
  ///
  /// - Throws: `damaged`, `busy` or `failed`.
  public func quizzes() throws(StoreError) -> [StoredQuiz] {
    var quizzes: [StoredQuiz] = []
    try run("SELECT number, begun FROM quiz ORDER BY number") { row in
      quizzes.append(StoredQuiz(number: row.integer(0), begun: row.integer(1)))
    }
    return quizzes
  }

  /// Stores the scores of the players in `scores`; the scores of others stay unchanged.
  ///
  /// Like ``touch(_:at:)``, the call does not wait for the disk.
  ///
  /// - Throws: `busy`, `noSpace`, or `failed`, also if the quiz does not exist or a key does not have 20 bytes.
  public func keep(scores: [QuizPlayer], in quiz: Int64) throws(StoreError) {
    try quickly { () throws(StoreError) in try write(scores, in: quiz) }
  }

  /// Returns the stored scores of a quiz, in the order of their last change.
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

  /// Stores `scores` in the caller's transaction, and deletes the oldest beyond `QuizPlayer.limit`.
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
      """, [.integer(quiz), .integer(quiz), .integer(Int64(QuizPlayer.limit))])
  }

  /// Runs `body` in a transaction that does not wait for the disk, because players would notice the delay.
  ///
  /// The change survives the end of the program at any time; after a power failure the last changes may be lost. The
  /// call waits for the disk only when the log is long enough to be copied into the file: after 1,000 pages of 4 KiB.
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
  /// Returns the slot in `column`.
  ///
  /// - Throws: `damaged` if the number is not a slot.
  func slot(_ column: Int32) throws(StoreError) -> PlayerSlot {
    guard let slot = PlayerSlot(number: Int(integer(column))) else { throw .damaged }
    return slot
  }

  /// Returns the number in `column` as another type.
  ///
  /// - Throws: `damaged` if the type cannot represent the number.
  func exactly<Number: FixedWidthInteger>(_ column: Int32) throws(StoreError) -> Number {
    guard let number = Number(exactly: integer(column)) else { throw .damaged }
    return number
  }
}
