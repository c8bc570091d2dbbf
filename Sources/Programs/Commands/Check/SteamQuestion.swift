/// A question of `tiltpad check --steam`; each answer is a cell of the table in docs/steam.md.
struct SteamQuestion: Sendable {
  /// An answer that the user chooses by number.
  struct Choice: Sendable {
    /// The text of the row's cell if the user gives this answer.
    let cell: String
    /// The answer in words.
    let words: String
  }

  /// The name of the column in JSON.
  let key: String
  /// The heading of the column.
  let heading: String
  /// The instructions for the user, and the question.
  let lines: [String]
  /// The answers.
  let choices: [Choice]

  /// The questions in their order; each continues where the previous one has left the user.
  static let all = [
    SteamQuestion(
      key: "kind", heading: "Steam",
      lines: ["How was Steam installed?"],
      choices: [
        Choice(cell: "package", words: "as a package of the system, or with Valve's installer"),
        Choice(cell: "Flatpak", words: "as a Flatpak"), Choice(cell: "Snap", words: "as a Snap"),
        Choice(cell: "SteamOS", words: "it came with SteamOS or a similar system"),
      ]),
    SteamQuestion(
      key: "listed", heading: "listed",
      lines: [
        "Join with a phone, so that the host has a pad, and leave it connected.",
        "In Steam, open Settings, Controller. Does Steam list the pad?",
      ],
      choices: yesNo),
    SteamQuestion(
      key: "controls", heading: "buttons and sticks",
      lines: [
        "Choose Begin Test next to the pad. Press every button, and move both sticks in a circle.",
        "Does Steam show the right ones?",
      ],
      choices: [
        Choice(cell: "right", words: "yes, all of them"),
        Choice(cell: "some wrong", words: "some are missing or wrong"),
        Choice(cell: "none", words: "nothing moves, or the pad is not listed"),
      ]),
    SteamQuestion(
      key: "rumble", heading: "rumble",
      lines: ["In the same window, choose the test of rumble. Does the phone vibrate? An iPhone never does."],
      choices: yesNo + [unknown]),
    SteamQuestion(
      key: "game", heading: "in a game",
      lines: ["Start a game of Steam that supports controllers. Can you play it with the phone?"],
      choices: [
        Choice(cell: "yes", words: "yes"),
        Choice(cell: "without Steam Input", words: "only with Steam Input disabled"),
        Choice(cell: "no", words: "no"),
      ]),
    SteamQuestion(
      key: "once", heading: "once per press",
      lines: ["Does each press count once in the game, for example in its menu?"], choices: yesNo + [unknown]),
    SteamQuestion(
      key: "two", heading: "two players",
      lines: ["Join with a second phone. Does Steam list two pads, and keep them apart?"],
      choices: yesNo + [unknown]),
    SteamQuestion(
      key: "back", heading: "after a break",
      lines: [
        "Lock the phone for 30 s, and unlock it while the game runs. Can you go on playing?"
      ],
      choices: yesNo + [unknown]),
  ]

  private static let yesNo = [Choice(cell: "yes", words: "yes"), Choice(cell: "no", words: "no")]
  private static let unknown = Choice(cell: "not tried", words: "I cannot try that")

  /// Returns the cell for the user's input, the number of an answer; nil for any other input.
  func cell(of typed: String) -> String? {
    guard let number = Int(typed), choices.indices.contains(number - 1) else { return nil }
    return choices[number - 1].cell
  }
}
