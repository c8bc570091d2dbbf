import Wire

/// A question of `tiltpad setup`, which can also be answered by an option.
///
/// The dashboard asks the same questions in the same words (web/dashboard/setup.js); a test compares them.
struct SetupQuestion: Sendable {
  /// An answer that the user chooses by number.
  struct Choice: Sendable {
    /// The value for the option.
    let value: String
    /// The answer in words.
    let words: String
  }

  /// The question, whose raw value also names the option.
  let question: SetupAnswers.Question
  /// The question in words.
  let text: String
  /// The answers; the first is the default.
  let choices: [Choice]
  /// The words that ask for an address after the last choice; nil if no address is needed.
  var addressText: String?

  /// The name of the option.
  var option: String { question.rawValue }

  /// All questions in their order.
  static let all = [
    SetupQuestion(
      question: .join, text: "Who may join?",
      choices: [
        Choice(value: "open", words: "every phone that has scanned the code, and every paired controller"),
        Choice(
          value: "ask",
          words: "every phone that has scanned the code; other controllers only after you admit each one"),
      ]),
    SetupQuestion(
      question: .browser, text: "Will several players share one browser or a browser-based app?",
      choices: [
        Choice(value: "no", words: "no, in games"),
        Choice(
          value: "yes", words: "yes: browsers need another kind of pad to tell the players apart"),
      ]),
    SetupQuestion(
      question: .steam, text: "Will Steam start the games?",
      choices: [
        Choice(value: "no", words: "no, other programs do"),
        Choice(value: "yes", words: "yes: on new systems, Steam needs another kind of pad to see it"),
      ]),
    SetupQuestion(
      question: .gyro,
      text: "Should games receive the phone's motion, like that of a gyro controller?",
      choices: [
        Choice(value: "no", words: "no, tilt steers like a stick or a wheel"),
        Choice(value: "yes", words: "yes, for games and emulators that support motion"),
      ]),
    SetupQuestion(
      question: .page, text: "Where do phones get the page from?",
      choices: [
        Choice(value: "own", words: "from this machine; browsers warn once"),
        Choice(value: "", words: "from a copy on a web server; no warning"),
      ],
      addressText: "its address, https://…: "),
  ]

  /// The question with its numbered answers, as lines.
  var lines: [String] {
    [text] + choices.enumerated().map { "  \($0 + 1)) \($1.words)" }
  }

  /// Returns the value for the user's input: a number, or nothing for the default; nil for any other input.
  func value(of typed: String) -> String? {
    if typed.isEmpty { return choices[0].value }
    guard let number = Int(typed), choices.indices.contains(number - 1) else { return nil }
    return choices[number - 1].value
  }

  /// Returns whether `value` is a valid answer: a choice's value, or an address instead of the last choice's.
  func allows(_ value: String) -> Bool {
    var answers = SetupAnswers()
    return answers.set(question, to: value)
  }
}
