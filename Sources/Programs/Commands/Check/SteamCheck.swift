import Console
import Daemon
import Gamepad
import Notation
import Platform
import Wire

/// A row of the table in docs/steam.md.
struct SteamRow: Hashable {
  /// A cell of the row, with the name of its column in JSON and the heading of its column in the document.
  struct Cell: Hashable {
    let key: String
    let heading: String
    let text: String
  }

  /// The cells in their order.
  let cells: [Cell]

  /// Creates a row from what the machine shows and the user's answers to `SteamQuestion.all`.
  init(of facts: SteamFacts, answers: [String]) {
    cells =
      facts.cells
      + zip(SteamQuestion.all, answers).map { Cell(key: $0.key, heading: $0.heading, text: $1) }
  }

  /// The table with this row in Markdown.
  var text: String {
    [cells.map(\.heading), cells.map { _ in "---" }, cells.map(\.text)].map {
      "| \($0.joined(separator: " | ")) |\n"
    }.joined()
  }

  /// The row as a JSON object on a line.
  var json: String { JSON.object(cells.map { ($0.key, JSON.string($0.text)) }).text + "\n" }
}

/// The facts about a machine that a check of Steam depends on.
struct SteamFacts {
  /// The system's name for itself, such as `Debian GNU/Linux 13`.
  var system: String
  /// The version of udev; nil if it is unknown.
  var udev: Int?
  /// The identity of the host's pads.
  var identity: String

  /// Reads the facts of `machine`.
  init(of machine: Machine, identity: String) {
    let start = "PRETTY_NAME="
    let line = machine.lines(of: "/etc/os-release").first { $0.hasPrefix(start) } ?? ""
    let name = line.dropFirst(start.count).split { "\"'".contains($0) }.first.map(String.init) ?? ""
    let allowed = name.map { CheckRow.isCell(String($0)) || $0 == " " ? $0 : " " }
    let words = String(allowed).split(separator: " ").joined(separator: " ")
    system = words.isEmpty ? "unknown" : words
    udev = machine.udevVersion
    self.identity = identity
  }

  fileprivate var cells: [SteamRow.Cell] {
    [
      SteamRow.Cell(key: "system", heading: "system", text: system),
      SteamRow.Cell(key: "udev", heading: "udev", text: udev.map { "\($0)" } ?? "unknown"),
      SteamRow.Cell(key: "identity", heading: "identity", text: identity),
    ]
  }
}

/// Leads the user through the check, and returns its row.
///
/// - Throws: a failure if the configuration cannot be read, or the questions are not answered.
func steamRow(_ invocation: Invocation) throws(Failure) -> SteamRow {
  let path = invocation.value("config")
  let configuration = try Configuration(
    path: path ?? Configuration.defaultPath, isRequired: path != nil, after: StatePath.ofSetupForReading)
  let facts = SteamFacts(of: Machine(), identity: configuration.daemon.identity.label ?? "unknown")
  Stream.error.write(
    "\(facts.system), udev \(facts.udev.map { "\($0)" } ?? "unknown"), pads: \(facts.identity)\n"
      + "The host and Steam have to run. Answer each question by its number.\n")
  var answers: [String] = []
  for question in SteamQuestion.all { answers.append(try answer(to: question, invocation)) }
  Stream.error.write("\nThe row for docs/steam.md:\n")
  return SteamRow(of: facts, answers: answers)
}

/// Asks `question` until the user gives a valid answer.
private func answer(to question: SteamQuestion, _ invocation: Invocation) throws(Failure) -> String {
  let choices = question.choices.enumerated().map { "  \($0 + 1)) \($1.words)" }
  while true {
    Stream.error.write("\n" + (question.lines + choices).map { $0 + "\n" }.joined() + "> ")
    guard let typed = readLine() else { throw .usage("no answer", of: invocation.command) }
    if let cell = question.cell(of: typed) { return cell }
  }
}
