import Console
import Handset
import Impairment
import Model
import Notation
import Platform

/// The common options of `send` and `replay`.
struct SendOptions: Sendable {
  /// The default UDP port of a host.
  static let port: UInt16 = 28_460

  /// The name or address of the host as the user wrote it.
  let name: String
  /// The endpoint of the host.
  let host: Endpoint
  /// The link to the host, with the impairments requested by the options.
  let link: ImpairedLink
  /// The token of a controller without encryption.
  let token: UInt32
  /// True if the tally is printed as JSON.
  let isJSON: Bool
  /// True if packets are encrypted.
  var isEncrypted = false
  /// True if no tally is printed.
  let isQuiet: Bool

  /// The options as listed by the help.
  static let list: [Option] = [
    Option("token", nil, value: "NUMBER", "give the controller this NUMBER instead of a random one"),
    Option("loss", nil, value: "PERCENT", "lose packets for PERCENT of the time, like a bad network"),
    Option("burst", nil, value: "MS", "lose them for MS milliseconds at a time on average (1)"),
    Option("longest-burst", nil, value: "MS", "lose them for MS milliseconds at a time at most"),
    Option("delay", nil, value: "MS", "delay every packet by MS milliseconds"),
    Option("jitter", nil, value: "MS", "delay each packet by MS milliseconds more on average, unevenly"),
    Option("duplicate", nil, value: "PERCENT", "send PERCENT of the packets twice"),
    Option("reorder", nil, value: "PERCENT", "hold PERCENT of the packets back by 30 ms"),
    Option("seed", nil, value: "NUMBER", "repeat the same faults with the same NUMBER"),
    Option("json", "j", "print the summary as JSON"),
    Option("quiet", "q", "print nothing but errors"),
  ]

  /// Parses the options of `invocation`, which sends to the host `name` or, with nil, to 127.0.0.1.
  ///
  /// - Throws: a usage failure that names the option, or a failure when no such host is found.
  init(_ invocation: Invocation, host name: String?) throws(Failure) {
    let text = name ?? "127.0.0.1"
    guard let target = HostAndPort(text, defaultPort: SendOptions.port) else {
      throw .usage("\(text) is not HOST or HOST:PORT", of: invocation.command)
    }
    token = try invocation.number("token", in: 0...UInt32.max, or: .random(in: 0...UInt32.max))
    let seed = try invocation.number("seed", in: 0...UInt64.max, or: .random(in: 0...UInt64(UInt32.max)))
    link = ImpairedLink(try SendOptions.faults(invocation), seed: seed)
    isJSON = invocation.has("json")
    isQuiet = invocation.has("quiet")
    guard let host = target.resolve().first else {
      throw Failure(
        "there is no host \(target.host)", while: "looking up its address",
        try: "use its numeric address, such as 192.168.1.20")
    }
    self.name = text
    self.host = host
  }

  private static func faults(_ invocation: Invocation) throws(Failure) -> ImpairedLink.Faults {
    var faults = ImpairedLink.Faults()
    faults.loss = try invocation.number("loss", in: 0...99, or: 0.0) / 100
    faults.burst = try time("burst", or: 1, from: 0.01)
    faults.longestBurst = try time("longest-burst", or: 0)
    faults.delay = try time("delay", or: 0)
    faults.jitter = try time("jitter", or: 0)
    faults.duplication = try invocation.number("duplicate", in: 0...100, or: 0.0) / 100
    faults.reordering = try invocation.number("reorder", in: 0...100, or: 0.0) / 100
    return faults

    func time(_ name: String, or fallback: Double, from least: Double = 0) throws(Failure) -> Interval {
      let milliseconds = try invocation.number(name, in: least...60_000, or: fallback)
      return Interval(nanoseconds: Int64(milliseconds * 1e6))
    }
  }
}

extension SendOptions {
  /// Sends the packets of `source` until `end`, prints the tally, and returns the exit status.
  ///
  /// - Throws: a failure if no packet could be sent, or if the host has not answered or has ended the session.
  func run<Source: PacketSource & ~Copyable>(
    _ source: inout Source, until end: Instant
  ) throws(Failure) -> Int32 {
    let tally: Tally
    let refusal: Int32?
    do throws(SystemError) {
      var transmission = try Transmission(to: host, through: link, until: end)
      tally = try transmission.run(&source)
      refusal = transmission.refusal
    } catch {
      throw Failure(startingToSend: error)
    }
    try report(tally, refusal: refusal, failure: source.failure)
    return 0
  }

  /// Prints the tally of a controller.
  ///
  /// - Throws: a failure if no packet could be sent, or if the host has not answered or has ended the session.
  func report(_ tally: Tally, refusal: Int32?, failure: SessionFailure?) throws(Failure) {
    if isJSON {
      Stream.output.write(tally.json.text + "\n")
    } else if !isQuiet {
      Stream.output.write(tally.text + "\n")
    }
    if let failure { throw Failure(failure, at: name) }
    if let refusal { throw Failure(sendingTo: name, refused: refusal) }
    if tally.isUnanswered { throw isEncrypted ? .unanswered(by: name) : Failure(unansweredBy: name) }
  }
}

extension Failure {
  /// Creates the words for a call refused by the kernel before anything was sent.
  init(startingToSend error: SystemError) {
    self.init(
      "the kernel refused: \(error.reason)", while: "starting to send",
      try: "check the limits of this shell: ulimit -a")
  }

  fileprivate init(sendingTo host: String, refused code: Int32) {
    self.init(
      "cannot send to \(host): \(SystemError.reason(for: code))", while: "sending",
      try: "ping \(host), and check whether this machine is on the network: ip route")
  }

  fileprivate init(unansweredBy host: String) {
    self.init(
      "no answer from \(host)", while: "sending packets without encryption",
      try: "on that host: tiltpad serve --allow-plain RANGE, with this machine's address in RANGE")
  }
}
