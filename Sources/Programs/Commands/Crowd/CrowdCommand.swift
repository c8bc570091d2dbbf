import Console
import Local
import Model
import Platform
import Wire

extension Command {
  /// The command `tiltpad crowd`, which lets many phones play one pad together.
  static let crowd = Command(
    "crowd", "let a crowd play one pad by votes, and show what it does",
    options: [
      Option("preset", "p", value: "NAME", "count votes as together, ballot or latest (together)"),
      Option("window", "w", value: "SECONDS", "collect votes for this time, 0.1 to 30 (0.2)"),
      Option("limit", "n", value: "NUMBER", "admit this many voters of one address, 1 to 100 (24)"),
      Option("stop", nil, "end the crowd"),
      Option("link", "l", "print only the link, and leave the crowd to play until --stop"),
      Option("json", "j", "print one JSON object per change, each on one line"),
      Option("address", "a", value: "ADDRESS", "put this address of the machine in the link"),
      Option("plain", nil, "draw the code without colours, for dark text on a light background"),
      Option("socket", "s", value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      Each phone with the link has one vote, and all of them together are one player. The presets
      are together (the mean of all votes; buttons by more than half), ballot (what most want, of
      eight directions and rest) and latest (the latest vote when the window ends). Without --link,
      the crowd ends with the command. A crowd that plays already gets the terms that are given,
      and keeps its link. At most 100 phones vote.
      """,
    run: crowdCommand)
}

private func crowdCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  try invocation.allowOne(of: ["stop", "link", "json"])
  let request = try crowdRequest(invocation)
  let path = invocation.value("socket") ?? WebPaths.socketForConnecting
  if invocation.has("stop") {
    for option in ["preset", "window", "limit", "address"] where invocation.has(option) {
      throw .usage("--stop ends the crowd, so --\(option) has no effect", of: invocation.command)
    }
    let question = GatewayQuestion(path: path, context: "ending the crowd")
    _ = try question.answer(to: CrowdRequest(.end).bytes, parsing: CrowdAnswer.init(parsing:))
    return Stream.output.write("The crowd has ended.\n") ? 0 : Failure.Status.failed.rawValue
  }
  let host = try chosenHost(invocation)
  guard invocation.has("link") else {
    return try watch(request, invocation, of: path, host: host)
  }
  let question = GatewayQuestion(path: path, context: CrowdWatcher.context)
  let answer = try question.answer(to: request.bytes, parsing: TicketAnswer.init(parsing:))
  guard let link = answer.link(to: TicketAnswer.crowdPage, at: host) else {
    throw Failure(silentGateway: path, while: CrowdWatcher.context)
  }
  return Stream.output.write("\(link)\n") ? 0 : Failure.Status.failed.rawValue
}

/// Shows the crowd of the gateway at `path` until a signal or another program ends it.
///
/// Returns the exit status.
private func watch(
  _ request: CrowdRequest, _ invocation: Invocation, of path: String, host: String?
) throws(Failure) -> Int32 {
  var shown = try watcher(request, invocation, of: path, host: host)
  return try shown.run() ? 0 : Failure.Status.failed.rawValue
}

/// Returns the loop that shows the crowd of the gateway at `path`.
///
/// - Throws: a failure if the gateway cannot be reached.
private func watcher(
  _ request: CrowdRequest, _ invocation: Invocation, of path: String, host: String?
) throws(Failure) -> CrowdWatcher {
  do throws(SystemError) {
    return try CrowdWatcher(of: path, request, invocation, host: host)
  } catch {
    throw Failure(reachingGateway: path, error, while: CrowdWatcher.context)
  }
}

/// Returns the request that the options describe.
///
/// - Throws: a usage failure if an option has an invalid value.
private func crowdRequest(_ invocation: Invocation) throws(Failure) -> CrowdRequest {
  var request = CrowdRequest(invocation.has("link") ? .begin : .lead)
  if let name = invocation.value("preset") {
    request.preset = CrowdPreset(label: name)
    guard request.preset != nil else {
      let names = CrowdPreset.allCases.map(\.label).joined(separator: ", ")
      throw .usage("--preset \(name) is not one of \(names)", of: invocation.command)
    }
  }
  if invocation.has("window") {
    let seconds = try invocation.number("window", in: 0.1...30, or: 0.2)
    request.window = UInt16((seconds * 1_000).rounded())
  }
  if invocation.has("limit") { request.limit = try invocation.number("limit", in: CrowdTerms.limits, or: 1) }
  return request
}

extension CrowdRequest {
  /// The bytes of the encoded message.
  fileprivate var bytes: [UInt8] { datagram.withBytes { span in span.indices.map { span[$0] } } }
}
