import Console
import Local
import Model
import Notation
import Platform
import Wire

/// The forms of `tiltpad overlay` for other machines: to make, list and revoke links.
struct OverlayLinks {
  /// The advice if the gateway may have made a link that was not printed.
  static let look = "tiltpad overlay list shows what was done; tiltpad overlay revoke NUMBER"

  private let invocation: Invocation
  private let path: String
  private let operands: ArraySlice<String>

  /// Stores the operands and options of `invocation`.
  init(_ invocation: Invocation) {
    self.invocation = invocation
    path = invocation.value("socket") ?? WebPaths.socketForConnecting
    operands = invocation.operands.dropFirst()
  }

  /// Carries out what the first operand names; returns the lines to print.
  ///
  /// - Throws: a usage failure, or a failure if the gateway cannot be reached or refuses.
  func lines() throws(Failure) -> [String] {
    switch invocation.operands.first {
    case "link": try make()
    case "list": try list()
    default: try revoke()
    }
  }

  private func make() throws(Failure) -> [String] {
    let context = "making a link of the overlay"
    try allowNoMore()
    let query = try OverlayQuery(invocation)
    let host = try chosenHost(invocation)
    let (answer, ticket) = try ask(OverlayRequest(.make), while: context)
    guard answer.result != .full else {
      throw Failure(
        "there are \(OverlayLink.limit) links already", while: context,
        try: "tiltpad overlay list, and then tiltpad overlay revoke NUMBER")
    }
    guard let ticket, let number = answer.made,
      let link = ticket.link(to: TicketAnswer.overlayPage + query.text, at: host)
    else {
      throw Failure(silentGateway: path, while: context, try: OverlayLinks.look)
    }
    if answer.result == .disk {
      Stream.error.write(
        unsaved("link \(number) is good, but would be lost by a restart", while: context).text)
    }
    if invocation.has("json") {
      let (port, number) = (UInt64(ticket.port), UInt64(number))
      return [
        JSON.object([
          ("link", .string(link)), ("port", .integer(port)), ("number", .integer(number)),
        ]).text
      ]
    }
    let note = "good for every screen, until tiltpad overlay revoke \(number)"
    var code = PrintedCode(text: link, notes: [note])
    code.shorter = "tiltpad overlay revoke \(number), and then tiltpad overlay link --link"
    return try code.lines(invocation)
  }

  private func list() throws(Failure) -> [String] {
    try allowNoMore()
    let context = "listing the links of the overlay"
    let answer = try ask(OverlayRequest(.list), while: context).answer
    let links = answer.links
    if answer.result == .disk {
      Stream.error.write(unsaved("a restart would bring back earlier links", while: context).text)
    }
    if invocation.has("json") { return links.map(\.json.text) }
    return links.isEmpty ? ["no link leads to the overlay from another machine"] : links.map(\.line)
  }

  private func revoke() throws(Failure) -> [String] {
    let context = "revoking a link of the overlay"
    guard let text = operands.first, operands.count == 1 else {
      throw .usage("revoke needs the number of a link, or all", of: invocation.command)
    }
    let number = UInt8(text).flatMap { (1...UInt8(OverlayLink.limit)).contains($0) ? $0 : nil }
    guard number != nil || text == "all" else {
      throw .usage("\(text) is not a link from 1 to \(OverlayLink.limit), or all", of: invocation.command)
    }
    let done = number.map { "link \($0) is invalid now" } ?? "all links are invalid now"
    switch try ask(OverlayRequest(.revoke, link: number), while: context).answer.result {
    case .done: return [done]
    case .disk: throw unsaved("\(done), but a restart would undo that", while: context)
    case .full, .unknown:
      throw Failure("there is no link \(text)", while: context, try: "tiltpad overlay list")
    }
  }

  /// Returns the failure of a change that the gateway could not write to its disk.
  private func unsaved(_ what: String, while context: String) -> Failure {
    Failure(
      "\(what): the web gateway cannot save its links", while: context,
      try: "journalctl -u tiltpad-web has the reason; the gateway tries again every 30 s")
  }

  /// Checks that there is no second operand.
  ///
  /// - Throws: a usage failure if there is one.
  private func allowNoMore() throws(Failure) {
    guard let extra = operands.first else { return }
    throw .usage("unexpected argument \(extra)", of: invocation.command)
  }

  /// Returns the gateway's answer, and the ticket that came before it, if a link was made.
  private func ask(
    _ request: OverlayRequest, while context: String
  ) throws(Failure) -> (answer: OverlayAnswer, ticket: TicketAnswer?) {
    let bytes = request.datagram.withBytes { span in span.indices.map { span[$0] } }
    let remedy = request.verb == .list ? nil : OverlayLinks.look
    let question = GatewayQuestion(path: path, context: context, remedy: remedy)
    let answers = try question.answers(to: bytes) { answer in
      (try? OverlayAnswer(parsing: answer.span)) != nil
    }
    let (first, last) = (answers[0], answers[answers.count - 1])
    guard let answer = try? OverlayAnswer(parsing: last.span) else {
      throw Failure(silentGateway: path, while: context, try: remedy)
    }
    return (answer, try? TicketAnswer(parsing: first.span))
  }
}

extension OverlayLink {
  /// The line that describes the link.
  fileprivate var line: String {
    let overlays = overlays == 1 ? "1 overlay is open" : "\(overlays) overlays are open"
    return "link \(number): made \(Interval.seconds(Int64(age)).clock) ago, \(overlays)"
  }

  /// The link as a JSON object; the age in s.
  fileprivate var json: JSON {
    .object([
      ("number", .integer(UInt64(number))), ("overlays", .integer(UInt64(overlays))),
      ("age", .integer(UInt64(age))),
    ])
  }
}
