import Console
import Local
import Platform
import QR
import Settings
import Wire

extension Command {
  /// The command `tiltpad dashboard`, which shows the link to the host's page.
  static let dashboard = Command(
    "dashboard", "print the link of the host's page: the players live, and admission",
    options: [
      Option("address", "a", value: "ADDRESS", "put this address of the machine in the link"),
      Option("kiosk", "k", "print a link for a television; it allows no orders"),
      Option("link", "l", "print only the link"),
      Option("open", "o", "open the page in a browser of this machine (xdg-open), and print nothing"),
      Option("plain", nil, "draw the code without colours, for dark text on a light background"),
      Option("socket", "s", value: "PATH", "ask the web gateway at PATH"),
    ],
    details: """
      On this machine the page opens without a link for root, for the user at the seat, and for
      members of the group tiltpad. Other users, and other devices such as a tablet, need the link
      or its QR code. It is good for one device and ten minutes. That device may then do everything
      that the page can; with --kiosk it can only watch.
      """,
    run: dashboardCommand)
}

private func dashboardCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let isKiosk = invocation.has("kiosk")
  if invocation.has("open") { try openHostPage(isKiosk ? "?kiosk" : "") }
  return try showHostPage(
    isKiosk ? "?kiosk" : "", for: isKiosk ? .television : .host, invocation,
    ticketsFrom: invocation.value("socket"))
}

/// Opens a page of the host in this machine's browser, which replaces this program.
private func openHostPage(_ page: String) throws(Failure) {
  let configuration = try Configuration(path: Configuration.defaultPath, isRequired: false)
  let link = "https://localhost:\(configuration.web.port)/\(page)"
  do throws(SystemError) { try Child.become("/usr/bin/env", ["xdg-open", link]) } catch {
    throw Failure(
      "cannot start a browser: \(error.reason)", while: "opening \(link)", try: "open that page by hand")
  }
}

/// Prints the link to a page of the host, and its QR code; returns the exit status.
///
/// The ticket is from the web gateway at `path`. The options `--link`, `--plain` and `--address` apply.
func showHostPage(
  _ page: String, for role: TicketRequest.Role, _ invocation: Invocation, ticketsFrom path: String?
) throws(Failure) -> Int32 {
  let path = path ?? WebPaths.socketForConnecting
  let answer = try ticket(TicketRequest(for: role), from: path)
  guard let link = answer.link(to: page, at: try chosenHost(invocation)) else {
    throw Failure(tooManyTicketsWhile: "asking for a ticket")
  }
  let notes = [
    "good for one device and \(answer.seconds) s", "", "on this machine: \(answer.ownLink(to: page))",
  ]
  let lines = try PrintedCode(text: link, notes: notes).lines(invocation)
  _ = Stream.output.write(lines.map { $0 + "\n" }.joined())
  return 0
}
