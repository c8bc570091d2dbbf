import Buzzer
import Model
import Store

/// A store of quizzes with their rounds and scores that outlives the daemon.
///
/// Times are in ms since 1970. Every requirement is a function of the same name of `Database`, which gives the errors.
protocol QuizStore: AnyObject {
  /// Returns the number of the present quiz; begins one at `time` if there is none.
  func currentQuiz(at time: Int64) throws(StoreError) -> Int64
  /// Returns the scores in `quiz`.
  func scores(in quiz: Int64) throws(StoreError) -> [Database.QuizPlayer]
  /// Returns the number of the last round of `quiz`; nil if it has none.
  func lastRound(in quiz: Int64) throws(StoreError) -> UInt16?
  /// Begins a quiz at `time` and returns its number.
  func beginQuiz(at time: Int64) throws(StoreError) -> Int64
  /// Deletes all quizzes, begins one at `time`, and returns its number.
  func forgetQuizzes(at time: Int64) throws(StoreError) -> Int64
  /// Stores a round that began at `armedAt`, and the players' scores after it.
  func keep(
    _ round: RoundRecord, players: [Database.QuizPlayer], in quiz: Int64, armedAt: Int64
  ) throws(StoreError)
  /// Stores the scores of players.
  func keep(scores: [Database.QuizPlayer], in quiz: Int64) throws(StoreError)
}

/// The host's file, which the ledgers of devices and of quizzes share: a class, as a handle has one owner.
package final class HostFile {
  /// The open file.
  let database: Database

  /// Opens the file at `path`, and creates it if it is missing.
  ///
  /// - Throws: `StoreError`: the reason why the file cannot be used.
  init(at path: String) throws(StoreError) {
    database = try Database(at: path, ifMissing: .makes)
  }
}

extension HostFile: QuizStore {
  func currentQuiz(at time: Int64) throws(StoreError) -> Int64 { try database.currentQuiz(at: time) }

  func scores(in quiz: Int64) throws(StoreError) -> [Database.QuizPlayer] { try database.scores(in: quiz) }

  func lastRound(in quiz: Int64) throws(StoreError) -> UInt16? { try database.lastRound(in: quiz) }

  func beginQuiz(at time: Int64) throws(StoreError) -> Int64 { try database.beginQuiz(at: time) }

  func forgetQuizzes(at time: Int64) throws(StoreError) -> Int64 { try database.forgetQuizzes(at: time) }

  func keep(
    _ round: RoundRecord, players: [Database.QuizPlayer], in quiz: Int64, armedAt: Int64
  ) throws(StoreError) {
    try database.keep(round, players: players, in: quiz, armedAt: armedAt)
  }

  func keep(scores: [Database.QuizPlayer], in quiz: Int64) throws(StoreError) {
    try database.keep(scores: scores, in: quiz)
  }
}
