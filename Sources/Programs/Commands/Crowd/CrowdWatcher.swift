import Console
import Local
import Model
import Notation
import Platform
import Wire

/// The loop of `tiltpad crowd`, which shows a crowd until a signal or another program ends it.
///
/// The crowd outlives a restart of the gateway, and the command finds it again.
struct CrowdWatcher: ~Copyable {
  /// The task named by a failure.
  static let context = "letting a crowd play"
  /// The wait before another attempt to connect to the gateway.
  private static let patience = Interval.seconds(1)
  /// The maximum time to wait until the gateway has ended the crowd.
  private static let farewell = Interval.seconds(2)
  private static let token: UInt64 = 0

  private var loop: EventLoop
  private var gateway: LocalClient
  private let request: CrowdRequest
  private let invocation: Invocation
  private let host: String?
  private let isJSON: Bool
  private let line: StatusLine
  private var link = ""
  private var shown: CrowdAnswer?
  private var nextTry = Instant.distantFuture

  /// Connects to the gateway whose socket is at `path`, for a crowd as in `request`; `host` is the machine's address in
  /// the link, or nil for the likeliest.
  ///
  /// - Throws: `SystemError` of `.socket`, `.connect`, `.signals`, `.timer` or `.poll`.
  init(
    of path: String, _ request: CrowdRequest, _ invocation: Invocation, host: String?
  ) throws(SystemError) {
    let loop = try EventLoop()
    var gateway = LocalClient(of: path)
    try gateway.open(in: loop.poller, token: CrowdWatcher.token)
    self.loop = loop
    self.gateway = gateway
    (self.request, self.invocation, self.host) = (request, invocation, host)
    isJSON = invocation.has("json")
    line = StatusLine(isShown: !isJSON && Terminal.isTerminal(.output))
  }

  /// Runs until a signal or another program ends the crowd; returns the result of the last ``say(_:)``.
  mutating func run() throws(Failure) -> Bool {
    gateway.send(request.datagram)
    while true {
      switch loop.next(until: nextTry) {
      case .signal: return end()
      case .time: reconnect()
      case .ready:
        while let isThere = try receive() {
          guard isThere else { return say("The crowd has ended.") }
        }
      }
    }
  }

  /// Reads the next message; returns false if there is no crowd any more.
  ///
  /// Returns nil if no message waits, or if the gateway has ended.
  private mutating func receive() throws(Failure) -> Bool? {
    var buffer = InlineArray<512, UInt8>(repeating: 0)
    guard let count = gateway.receive(into: &buffer) else { return nil }
    guard count > 0 else {
      _ = say("The web gateway has ended. Looking for it…")
      nextTry = Clock.now() + CrowdWatcher.patience
      return nil
    }
    let bytes = buffer.span.extracting(first: count)
    if let answer = try? TicketAnswer(parsing: bytes) { try show(answer) }
    guard let answer = try? CrowdAnswer(parsing: bytes) else { return true }
    guard answer.terms != nil else { return false }
    show(answer)
    return true
  }

  /// Shows a new link and its QR code; for JSON, only stores the link.
  private mutating func show(_ answer: TicketAnswer) throws(Failure) {
    guard let fresh = answer.link(to: TicketAnswer.crowdPage, at: host), fresh != link else { return }
    link = fresh
    guard !isJSON else { return }
    let lines = try PrintedCode(
      text: fresh, notes: ["good for every phone until the crowd ends; Ctrl-C ends it"]
    ).lines(invocation)
    for text in lines { line.makeRoom(for: text) }
  }

  private mutating func show(_ answer: CrowdAnswer) {
    guard answer != shown else { return }
    shown = answer
    let text = isJSON ? answer.json(link: link).text : answer.words
    if isJSON || !line.isShown {
      Stream.output.write("\(text)\n")
    } else {
      line.show(at: Clock.now()) { text.clipped(to: $0 - 1) }
    }
  }

  /// Prints a sentence about the crowd or the gateway.
  ///
  /// For JSON, the sentence goes to standard error. Returns false if that is closed.
  private func say(_ text: String) -> Bool {
    if isJSON { return Stream.error.write("\(text)\n") }
    line.makeRoom(for: text)
    return true
  }

  private mutating func reconnect() {
    (nextTry, shown) = (.distantFuture, nil)
    do throws(SystemError) { try gateway.open(in: loop.poller, token: CrowdWatcher.token) } catch {
      nextTry = Clock.now() + CrowdWatcher.patience
      return
    }
    gateway.send(request.datagram)
  }

  /// Ends the crowd, and waits for the gateway's answer; returns the result of ``say(_:)``.
  private mutating func end() -> Bool {
    gateway.send(CrowdRequest(.end).datagram)
    let deadline = Clock.now() + CrowdWatcher.farewell
    var buffer = InlineArray<512, UInt8>(repeating: 0)
    while gateway.isOpen, loop.next(until: deadline) != .time {
      while let count = gateway.receive(into: &buffer), count > 0 {
        let answer = try? CrowdAnswer(parsing: buffer.span.extracting(first: count))
        if let answer, answer.terms == nil { return say("The crowd has ended.") }
      }
    }
    return say("The crowd may go on: tiltpad crowd --stop ends it.")
  }
}
