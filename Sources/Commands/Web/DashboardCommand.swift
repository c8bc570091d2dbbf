import Platform
import QR
import Wire

extension Command {
  /// The command `tiltpad dashboard`, which shows the link of the host's page.
  static let dashboard = Command(
    "dashboard", "show where the host's page is: players live, and who comes in",
    options: [
      Option("address", "a", value: "ADDRESS", "name this address of the machine in the link"),
      Option("kiosk", "k", "give a way in for a television, which gives no orders"),
      Option("link", "l", "print only the link for another device"),
      Option("plain", nil, "draw the QR code for dark text on a light ground"),
      Option("socket", "s", value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      On this machine the page opens by itself for root, for who sits here, and for members of
      the group tiltpad. The link of the QR code is for everybody else, and for another device, such
      as a tablet: it is good for one of them and ten minutes, and that one may then do everything
      that the page can; with --kiosk only look.
      """,
    run: dashboardCommand)
}

private func dashboardCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let isKiosk = invocation.has("kiosk")
  return try showHostPage(
    isKiosk ? "?kiosk" : "", for: isKiosk ? .television : .host, invocation,
    ticketsFrom: invocation.value("socket"))
}

/// Prints the link of a page of the host and its QR code, with a ticket from the web gateway at `path`, and returns the
/// exit status.
///
/// The options `--link`, `--plain` and `--address` apply.
func showHostPage(
  _ page: String, for role: TicketRequest.Role, _ invocation: Invocation, ticketsFrom path: String?
) throws(Failure) -> Int32 {
  let path = path ?? WebPaths.socketForConnecting
  let answer = try ticket(TicketRequest(for: role), from: path)
  guard let link = answer.link(to: page, at: try hostAddress(invocation)) else {
    throw Failure(tooManyTicketsWhile: "asking for a ticket")
  }
  var lines = [link]
  if !invocation.has("link") {
    guard let code = QRCode(link) else {
      throw Failure(
        "the link is too long for a QR code", while: "drawing it", try: "\(invocation.command) --link")
    }
    let isPlain = invocation.has("plain") || !Terminal.isTerminal(.output)
    lines =
      code.lines(isPlain ? .plain : .blackOnWhite) + [link, "good for one device and \(answer.seconds) s"]
    lines += ["", "on this machine: \(answer.ownLink(to: page))"]
  }
  _ = Stream.output.write(lines.map { $0 + "\n" }.joined())
  return 0
}
