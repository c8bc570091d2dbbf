import Console
import Model
import Platform

extension Command {
  /// The command `tiltpad report`, which collects the facts for a bug report.
  static let report = Command(
    "report", "write what a bug report needs to a text file",
    operands: "[FILE]",
    options: [
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("tickets", nil, value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      FILE is tiltpad-report.txt unless given, and must not exist; - is standard output. Keys,
      links, PINs, addresses and names are replaced by placeholders such as name-1. The daemon
      need not run. Read the file before you send it.
      """,
    run: reportCommand)
}

private func reportCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard invocation.operands.count <= 1 else {
    throw .usage("unexpected argument \(invocation.operands[1])", of: invocation.command)
  }
  let path = invocation.operands.first ?? "tiltpad-report.txt"
  guard path == "-" || !FileContents.exists(path) else {
    throw Failure(
      "\(path) exists already", while: "writing the report", try: "\(invocation.command) ANOTHER-FILE")
  }
  let facts = ReportFacts(invocation)
  var redaction = Redaction(names: facts.names)
  let text = redaction.applied(to: facts.text)
  guard path != "-" else { return Stream.output.write(text) ? 0 : Failure.Status.failed.rawValue }
  do throws(SystemError) {
    try FileContents.write(Array(text.utf8), to: path, mode: 0o600)
  } catch {
    throw Failure(
      "cannot write \(path): \(error.reason)", while: "writing the report",
      try: "\(invocation.command) ANOTHER-FILE")
  }
  Stream.output.write(
    """
    wrote \(path), \(text.utf8.count) bytes
    left out, each replaced by a placeholder: \(redaction.placeholders.words)
    read it before you send it, above all the journal and the configuration: less \(path)

    """)
  return 0
}
