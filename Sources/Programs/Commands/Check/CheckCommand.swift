import Console
import Notation
import Platform
import Wire

extension Command {
  /// The command `tiltpad check`, which prints what the checks of phones have found, or leads through a check of Steam.
  static let check = Command(
    "check", "print what the checks of phones have found, or check Steam",
    options: [
      Option("json", "j", "print one JSON object per row, each on one line"),
      Option("forget", nil, "remove the rows of phones that the host keeps"),
      Option("steam", nil, "lead through a check of Steam, and print its row"),
      Option(
        "config", "c", value: "FILE",
        "with --steam: read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("socket", "s", value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      A phone is checked on a page of its own: tiltpad pair --phone --check shows the code for it.
      The rows belong into the table of docs/phones.md, and that of Steam into docs/steam.md. They
      have no names and no addresses. The check of Steam takes ten minutes, and Steam has to run.
      """,
    run: checkCommand)
}

private func checkCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let modes = ["json", "forget", "steam"].filter(invocation.has)
  guard modes.count < 2 || modes == ["json", "steam"] else {
    throw .usage("--\(modes[0]) and --\(modes[1]) cannot be used together", of: invocation.command)
  }
  guard invocation.has("steam") || !invocation.has("config") else {
    throw .usage("--config works with --steam only", of: invocation.command)
  }
  let isJSON = invocation.has("json")
  if invocation.has("steam") {
    let row = try steamRow(invocation)
    return Stream.output.write(isJSON ? row.json : row.text) ? 0 : Failure.Status.failed.rawValue
  }
  let gateway = invocation.value("socket") ?? WebPaths.socketForConnecting
  if invocation.has("forget") {
    _ = try rows(after: CheckRequest(.forget), from: gateway)
    return Stream.output.write("removed\n") ? 0 : Failure.Status.failed.rawValue
  }
  let rows = try rows(after: CheckRequest(.list), from: gateway)
  return Stream.output.write(isJSON ? rows.map(\.json).joined() : table(of: rows))
    ? 0 : Failure.Status.failed.rawValue
}

/// Returns the rows below the heading of their table or, without rows, the advice on how a phone adds one.
private func table(of rows: [CheckRow]) -> String {
  guard !rows.isEmpty else {
    return "No phone has left a row yet. The code for a check: tiltpad pair --phone --check\n"
  }
  return ([CheckRow.heading] + rows.map(\.text)).map { $0 + "\n" }.joined()
}

/// Returns the rows with which the web gateway at `path` answers `request`.
///
/// - Throws: a failure if the gateway cannot be reached, does not answer, or cannot write to its disk.
private func rows(after request: CheckRequest, from path: String) throws(Failure) -> [CheckRow] {
  let context = "asking for the checks of phones"
  let question = GatewayQuestion(path: path, context: context)
  let answer = try question.answer(to: request.bytes, parsing: CheckAnswer.init(parsing:))
  guard answer.result == .done else {
    throw Failure(
      "the gateway cannot write to its disk", while: context, try: "journalctl -u tiltpad-web")
  }
  return answer.rows
}

extension CheckRow {
  /// The row as a JSON object on a line.
  fileprivate var json: String {
    let members = zip(CheckRow.columns, cells).map { column, cell in (column.0, JSON.string(cell)) }
    return JSON.object(Array(members)).text + "\n"
  }
}
