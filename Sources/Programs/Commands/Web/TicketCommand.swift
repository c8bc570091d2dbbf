import Console
import Local
import Model
import Platform
import QR
import Wire

/// Returns the lines of `tiltpad pair --phone`: a link with a ticket for one player and, without `--link`, its QR code.
func phoneTicket(_ invocation: Invocation) throws(Failure) -> [String] {
  let path = invocation.value("socket") ?? WebPaths.socketForConnecting
  let answer = try ticket(TicketRequest(), from: path)
  let isPlain = invocation.has("http")
  guard answer.ticket == nil || !isPlain || answer.plainPort > 0 else {
    throw Failure(
      "the web gateway serves no page without TLS", while: "asking for a ticket",
      try: "set plain_port in [web] of the configuration, or omit --http")
  }
  let host: String? = try isPlain ? hostAddress(invocation).inURL : chosenHost(invocation)
  let page = invocation.has("check") ? TicketAnswer.checkPage : TicketAnswer.phonePage
  guard let link = answer.link(to: page, at: host, isPlain: isPlain) else {
    throw Failure(tooManyTicketsWhile: "asking for a ticket")
  }
  return try PrintedCode(text: link, notes: ["good for one phone and \(answer.seconds) s"]).lines(invocation)
}

/// Returns the address given by `--address`, in the form used in links; nil without the option.
///
/// - Throws: a usage failure if the option is not an address.
func chosenHost(_ invocation: Invocation) throws(Failure) -> String? {
  invocation.has("address") ? try hostAddress(invocation).inURL : nil
}

extension TicketRequest {
  /// The task named by a failure to get a ticket.
  static let context = "asking the web gateway for a ticket"
}

/// Asks the web gateway that listens at `path` for a ticket, and returns its answer.
///
/// - Throws: a failure if the gateway cannot be reached, or does not answer within `patience`.
func ticket(
  _ request: TicketRequest, from path: String, patience: Interval = .seconds(5)
) throws(Failure) -> TicketAnswer {
  let context = TicketRequest.context
  do throws(SystemError) {
    var gateway = LocalClient(of: path)
    var poller = try Poller()
    try gateway.open(in: poller, token: 0)
    gateway.send(request.datagram)
    var buffer = InlineArray<512, UInt8>(repeating: 0)
    if poller.wait(atMost: patience) > 0, let count = gateway.receive(into: &buffer),
      let answer = try? TicketAnswer(parsing: buffer.span.extracting(first: count))
    {
      return answer
    }
  } catch {
    throw Failure(reachingGateway: path, error, while: context)
  }
  throw Failure(silentGateway: path, while: context)
}

extension Failure {
  /// Creates the failure of a request for a ticket when too many tickets are unused.
  init(tooManyTicketsWhile context: String) {
    self.init(
      "too many links have not been used yet", while: context,
      try: "use a link that is already shown, or wait ten minutes")
  }

  /// Creates the failure of a program that got no answer from the web gateway at `path` before the deadline; `remedy` is
  /// what to do first.
  init(silentGateway path: String, while context: String, try remedy: String? = nil) {
    let state = "systemctl status tiltpad-web"
    self.init(
      "the web gateway at \(path) does not answer", while: context,
      try: remedy.map { "\($0); \(state)" } ?? state)
  }

  /// Creates the failure of a program that cannot reach the web gateway's socket at `path`, given by the option
  /// `option`.
  init(
    reachingGateway path: String, _ error: SystemError, while context: String, option: String = "socket"
  ) {
    let usual = Failure(reaching: path, error, while: context)
    guard error.isNobody else {
      self = usual
      return
    }
    self.init(
      "no web gateway listens at \(path)", while: context,
      try: "start it with systemctl start tiltpad-web or tiltpad web, or name its socket with --\(option)")
  }
}
