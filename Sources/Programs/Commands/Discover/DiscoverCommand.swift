import Console
import Discovery
import Handset
import Model
import Notation
import Platform

extension Command {
  /// The command `tiltpad discover`, which shows the hosts on the network.
  static let discover = Command(
    "discover", "show the hosts on the network, and which of them have room",
    operands: "[HOST[:PORT]]...",
    options: [
      Option("json", "j", "print one JSON object per change, each on one line"),
      Option("once", "1", "print the hosts that were found by the timeout, and exit"),
      Option("timeout", "t", value: "SECONDS", "end after SECONDS, 0.1 to 86400; 3 with --once"),
      Option("port", "p", value: "PORT", "ask all hosts at UDP port PORT"),
    ],
    details: """
      Searches by DNS-SD if Avahi runs, asks all hosts on the networks of this machine, and asks
      each HOST. On a terminal the list is redrawn in place; q ends it. Elsewhere each change is a
      line. With --once the exit status is 1 if no host was found.
      """,
    run: discoverCommand)
}

private func discoverCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let isOnce = invocation.has("once")
  let isJSON = invocation.has("json")
  let timeout = try invocation.number("timeout", in: 0.1...86_400, or: isOnce ? 3 : .infinity)
  let port = try invocation.number("port", in: 1...UInt16.max, or: 28_460)
  let isLive = !isOnce && !isJSON && Terminal.isTerminal(.output)
  let now = Clock.now()
  var unicast: [Endpoint] = []
  for text in invocation.operands { unicast.append(try Endpoint(of: text, port: port)) }
  var lookout = try HostScan(
    from: now, until: timeout.isFinite ? now + .milliseconds(Int64(timeout * 1_000)) : .distantFuture,
    port: port, unicast: unicast, readsKeys: isLive && Terminal.isTerminal(.input))
  if isLive {
    showLive(&lookout)
  } else if isOnce {
    try printOnce(&lookout, isJSON: isJSON, seconds: timeout)
  } else {
    printChanges(&lookout, isJSON: isJSON)
  }
  return 0
}

extension Endpoint {
  /// Looks up the endpoint of the host named in `text`, at `port` unless `text` contains a port.
  ///
  /// - Throws: a failure that names the host.
  init(of text: String, port: UInt16) throws(Failure) {
    guard let found = HostAndPort(text, defaultPort: port)?.resolve().first else {
      throw Failure(
        "there is no host \(text)", while: "looking up its address", try: "use its numeric address")
    }
    self = found
  }
}

/// Redraws the list of hosts until the user presses q, a signal arrives, or the time has passed.
private func showLive(_ lookout: inout HostScan) {
  let screen = Screen()
  repeat {
    let size = screen.size
    guard screen.draw(HostLines.list(lookout.hosts, size: size), size: size) else { return }
  } while lookout.next()?.keys.contains(.character("q")) == false
}

/// Prints each change of the hosts as it arrives.
private func printChanges(_ lookout: inout HostScan, isJSON: Bool) {
  while let news = lookout.next() {
    let lines = news.changes.map { isJSON ? $0.json.text : $0.line }
    guard lines.isEmpty || Stream.output.write(lines.map { $0 + "\n" }.joined()) else { return }
  }
}

/// Prints the hosts that are present at the end of the time.
///
/// - Throws: a failure if no host is present.
private func printOnce(_ lookout: inout HostScan, isJSON: Bool, seconds: Double) throws(Failure) {
  while lookout.next() != nil {}
  guard !lookout.hosts.isEmpty else {
    throw Failure(
      "no host was found within \(seconds.fixed(1)) s", while: "searching the networks of this machine",
      try: "tiltpad discover --once ADDRESS; on the host, check systemctl status tiltpad and discovery = yes")
  }
  let lines = lookout.hosts.map { isJSON ? HostList.Change.appeared($0).json.text : $0.line }
  Stream.output.write(lines.map { $0 + "\n" }.joined())
}
