import Console
import Notation
import Platform
import Store

/// The command `tiltpad buzzer log`, which prints the stored rounds.
enum BuzzerLog {
  /// The options that only `tiltpad buzzer log` has.
  static let options = [
    Option("quiz", "q", value: "NUMBER", "with log: print this quiz, or all; the last one by default"),
    Option("format", "f", value: "FORMAT", "with log: print csv (the default) or json"),
  ]

  /// A format for printing the rounds.
  enum Format: Sendable {
    case csv, json

    /// The formats by their names on the command line.
    static let names: [(name: String, choice: Format)] = [("csv", .csv), ("json", .json)]
  }

  /// A choice of quizzes.
  enum Choice: Hashable {
    case last
    case all
    case number(Int64)

    /// Parses the value of `--quiz`; without the option, chooses the last quiz.
    ///
    /// - Throws: a usage failure when `text` is neither a positive number nor `all`.
    init(_ text: String?, of command: String) throws(Failure) {
      switch text {
      case nil: self = .last
      case "all"?: self = .all
      case let text?:
        guard let number = Int64(text), number > 0 else {
          throw .usage("--quiz \(text) is neither a number nor all", of: command)
        }
        self = .number(number)
      }
    }

    /// Returns the chosen quizzes; `quizzes` contains the numbers of all stored ones.
    ///
    /// - Throws: a failure when no quiz has the chosen number.
    func chosen(from quizzes: [Int64]) throws(Failure) -> [Int64] {
      switch self {
      case .last: return quizzes.suffix(1)
      case .all: return quizzes
      case .number(let number):
        guard quizzes.contains(number) else {
          let kept = quizzes.map { "\($0)" }.joined(separator: ", ")
          throw Failure(
            "there is no quiz \(number)", while: BuzzerLog.context,
            try: kept.isEmpty ? "play a quiz first" : "choose one of \(kept)")
        }
        return [number]
      }
    }
  }

  /// The program's current task, for a failure message.
  static let context = "reading the stored rounds"

  /// Returns the text of `quizzes`, each with its number and its rounds.
  static func text(_ quizzes: [(number: Int64, rounds: [KeptRound])], as format: Format) -> String {
    switch format {
    case .csv:
      let lines = quizzes.flatMap { quiz in quiz.rounds.flatMap { $0.records(of: quiz.number) } }
      return ([KeptRound.heading] + lines).map(csvLine).joined()
    case .json:
      return quizzes.flatMap { quiz in quiz.rounds.map { $0.json(of: quiz.number).text + "\n" } }.joined()
    }
  }
}

/// Prints the rounds requested by `invocation`, and returns the exit status.
func buzzerLog(_ invocation: Invocation) throws(Failure) -> Int32 {
  let choice = try BuzzerLog.Choice(invocation.value("quiz"), of: invocation.command)
  let format = try invocation.choice("format", of: BuzzerLog.Format.names, or: .csv)
  let kept = try askDatabase(for: "tiltpad buzzer log", BuzzerLog.context) { database throws(StoreError) in
    try database.quizzes()
  }
  let numbers = try choice.chosen(from: kept.map(\.number))
  var quizzes: [(number: Int64, rounds: [KeptRound])] = []
  for number in numbers {
    let rounds = try askDatabase(for: "tiltpad buzzer log", BuzzerLog.context) {
      database throws(StoreError) in
      try database.rounds(in: number)
    }
    quizzes.append((number, rounds))
  }
  let text = BuzzerLog.text(quizzes, as: format)
  return Stream.output.write(text) ? 0 : Failure.Status.failed.rawValue
}
