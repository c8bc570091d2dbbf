import Console
import Handset
import Model
import Platform

extension Command {
  /// The command `tiltpad replay`, which sends a recorded trace to a host.
  static let replay = Command(
    "replay", "send a recorded trace to a host, as its controllers did", operands: "FILE [HOST[:PORT]]",
    options: [
      Option("speed", nil, value: "FACTOR", "send FACTOR times as fast, 0.01 to 100"),
      Option("duration", nil, value: "SECONDS", "end after SECONDS"),
    ] + SendOptions.list,
    details: """
      FILE is a trace that `tiltpad record` wrote. Each player in it becomes a controller of its own.
      HOST is 127.0.0.1:\(SendOptions.port) unless given, and must allow this machine to send without
      encryption.
      """,
    run: replayCommand)
}

private func replayCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  guard let path = invocation.operands.first else {
    throw .usage("FILE is needed", of: invocation.command)
  }
  guard invocation.operands.count <= 2 else {
    throw .usage("unexpected argument \(invocation.operands[2])", of: invocation.command)
  }
  return try replay(path, to: invocation.operands.dropFirst().first, invocation)
}

/// Sends the trace at `path` to `host` or, with nil, to 127.0.0.1; returns the exit status.
///
/// - Throws: a failure that names a malformed line of the trace, or says why the trace cannot be sent.
func replay(_ path: String, to host: String?, _ invocation: Invocation) throws(Failure) -> Int32 {
  let speed = try invocation.number("speed", in: 0.01...100, or: 1)
  let length = try invocation.length(of: "duration")
  let options = try SendOptions(invocation, host: host)
  let trace = try Trace(reading: path)
  let now = Clock.now()
  var source = Replay(trace, at: now, speed: speed, token: options.token)
  return try options.run(&source, until: length.map { now + $0 } ?? .distantFuture)
}

extension Trace {
  /// The size of the largest file that is read, in bytes: a few hours of four players.
  private static let largestFile = 1 << 29

  /// Reads the trace in the file at `path`.
  ///
  /// - Throws: a failure that names the file, and the line if one is malformed.
  fileprivate init(reading path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileContents.read(path, limit: Trace.largestFile)
    } catch {
      throw Failure(
        "cannot read \(path): \(error.reason)", while: "reading the trace",
        try: "use a file that tiltpad record wrote")
    }
    do throws(Broken) {
      try self.init(parsing: bytes)
    } catch {
      throw Failure(
        "\(path):\(error.line): \(error.fault.reason)", while: "reading the trace",
        try: "remove that line if the others are valid, or record again: tiltpad record FILE")
    }
  }
}
