import Console
import Model
import Platform

extension Command {
  /// The command `tiltpad record`, which writes controllers' packets to a file.
  static let record = Command(
    "record", "write what controllers send to a file", operands: "FILE",
    options: [
      Option("player", "p", value: "NUMBER", "write the packets of player NUMBER only"),
      Option("socket", "s", value: "PATH", "connect to the daemon at PATH"),
      Option("duration", nil, value: "SECONDS", "end after SECONDS"),
      Option("quiet", "q", "print nothing but errors"),
    ],
    details: """
      Writes every packet that the daemon accepts to FILE, or to standard output if FILE is -, until
      SIGINT or SIGTERM. `tiltpad replay` sends it again.
      """,
    run: recordCommand)
}

private func recordCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard let path = invocation.operands.first, invocation.operands.count == 1 else {
    throw .usage("one FILE is needed, or - for standard output", of: invocation.command)
  }
  let number = try invocation.number("player", in: 1...PlayerSlot.limit, or: 0)
  let length = try invocation.length(of: "duration")
  let socket = invocation.value("socket") ?? SocketPath.forConnecting
  var recorder: Recorder
  do throws(SystemError) {
    recorder = try Recorder(
      of: socket, only: PlayerSlot(number: number), until: length.map { Clock.now() + $0 } ?? .distantFuture)
  } catch {
    throw Failure(reaching: socket, error, while: "asking the daemon for the packets of controllers")
  }
  var sink = try TraceSink(path)
  do throws(SystemError) {
    recorder.showsProgress = !invocation.has("quiet") && Terminal.isTerminal(.error)
    try recorder.run(into: &sink)
    if !invocation.has("quiet") { Stream.error.write(recorder.summary + "\n") }
    return 0
  } catch {
    throw Failure(
      error.call == .write ? "cannot write \(path): \(error.reason)" : "the kernel refused: \(error.reason)",
      while: "recording", try: "check whether there is room: df -h; or use another FILE")
  }
}

extension TraceSink {
  /// Opens the file at `path` for a trace, or standard output for `-`.
  ///
  /// - Throws: a failure that names the file.
  fileprivate init(_ path: String) throws(Failure) {
    do throws(SystemError) {
      try self.init(writing: path)
    } catch {
      throw Failure(
        "cannot write \(path): \(error.reason)", while: "opening the trace",
        try: "use a FILE in a directory that you may write to, or - for standard output")
    }
  }
}
