import Console
import Model
import Notation
import Platform
import Settings

extension Command {
  /// The command `tiltpad overlay`, which prints the link of the players' pads for a stream, and looks after the links for
  /// other machines.
  static let overlay = Command(
    "overlay", "print the link of the players' pads for a stream, for OBS's browser source",
    operands: "link|list|revoke [NUMBER|all]",
    options: [
      Option("address", "a", value: "ADDRESS", "with link: put this address of the machine in the link"),
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("json", "j", "print one JSON object; with list, one per link, each on one line"),
      Option("link", "l", "print only the link"),
      Option("plain", nil, "with link: draw the code without colours, for dark text on a light background"),
      Option(
        "player", "p", value: "N", "show only player N, 1 to \(PlayerSlot.limit); more than once for several"),
      Option(
        "show", nil, value: "PART", "show only this part: pad, wheel or name; more than once for several"),
      Option(
        "size", nil, value: "PIXELS", "draw each player this wide, 40 to 2000, instead of filling the picture"
      ),
      Option("socket", "s", value: "PATH", "with link, list or revoke: ask the web gateway at PATH"),
    ],
    details: """
      The link opens on this machine only, and shows nothing but pads, tilt, names and colours.
      The overlay is off by default; overlay_port in [web] of the configuration switches it on.
      --player, --show and --size only choose what is drawn.

      tiltpad overlay link            print a link and a QR code for other machines, over HTTPS
      tiltpad overlay list            list these links, and how many overlays each has open
      tiltpad overlay revoke NUMBER   make a link invalid, and close its overlays; or all links

      Whoever has such a link can read the names, pads and tilt of all players, whatever it draws,
      until it is revoked, and can do nothing else. There may be eight. They need no overlay_port,
      and end when the web gateway's service is stopped; without the service they last until they
      are revoked or the machine restarts.
      """,
    run: overlayCommand)
}

/// The options of each form of the command, by its first operand, which is empty for this machine's own
/// overlay.
private let overlayOptions: [String: [String]] = [
  "": ["config", "json", "link", "player", "show", "size"],
  "link": ["address", "json", "link", "plain", "player", "show", "size", "socket"],
  "list": ["json", "socket"],
  "revoke": ["socket"],
]

private func overlayCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let verb = invocation.operands.first ?? ""
  guard let options = overlayOptions[verb] else {
    throw .usage("\(verb) is none of link, list and revoke", of: invocation.command)
  }
  let others = Set(overlayOptions.values.joined()).subtracting(options).sorted()
  if let other = others.first(where: invocation.has) {
    let form = verb.isEmpty ? "without an operand" : "with \(verb)"
    throw .usage("--\(other) has no effect \(form)", of: invocation.command)
  }
  let lines = try verb.isEmpty ? ownOverlay(invocation) : OverlayLinks(invocation).lines()
  guard Stream.output.write(lines.map { $0 + "\n" }.joined()) else {
    guard verb == "link" else { return Failure.Status.failed.rawValue }
    throw Failure(
      "the link was made, but could not be printed", while: "printing the link of the overlay",
      try: OverlayLinks.look)
  }
  return 0
}

/// Returns the lines with the link of this machine's own overlay.
private func ownOverlay(_ invocation: Invocation) throws(Failure) -> [String] {
  let query = try OverlayQuery(invocation)
  let path = invocation.value("config")
  let configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  guard let port = configuration.web.overlayPort else {
    throw Failure(
      "the overlay is off", while: "making the link of the overlay",
      try: "set overlay_port = 28444 in [web] of \(path ?? Configuration.defaultPath); "
        + "\"man tiltpad-overlay\" has the line that systemd needs too; "
        + "for other machines: tiltpad overlay link")
  }
  // The link contains the address, because the name localhost could also lead to a port at ::1, which any
  // user of this machine may open.
  let link = "http://127.0.0.1:\(port)/overlay\(query.text)"
  if invocation.has("json") {
    return [JSON.object([("link", .string(link)), ("port", .integer(UInt64(port)))]).text]
  }
  return invocation.has("link")
    ? [link]
    : [link, "", "In OBS on this machine: Sources, +, Browser, and this link as the URL."]
}

/// The query in the link of an overlay, which describes what the overlay shows.
struct OverlayQuery {
  /// The parts of a player that an overlay can show.
  private static let parts = ["pad", "wheel", "name"]

  private var wishes: [(name: String, value: String)] = []

  /// Reads the options of `invocation`.
  ///
  /// - Throws: a usage failure if an option has an invalid value.
  init(_ invocation: Invocation) throws(Failure) {
    let slots = (1...PlayerSlot.limit).map(String.init)
    for text in invocation.all("player") where !slots.contains(text) {
      throw .usage("--player \(text) is not a number from 1 to \(PlayerSlot.limit)", of: invocation.command)
    }
    for text in invocation.all("show") where !OverlayQuery.parts.contains(text) {
      throw .usage("--show \(text) is not pad, wheel or name", of: invocation.command)
    }
    for option in ["player", "show"] where invocation.has(option) {
      wishes.append((option, invocation.all(option).joined(separator: ",")))
    }
    if invocation.has("size") {
      let size: UInt16 = try invocation.number("size", in: 40...2_000, or: 0)
      wishes.append(("size", "\(size)"))
    }
  }

  /// The query in the link, with its question mark; empty if no option was given.
  var text: String {
    wishes.isEmpty ? "" : "?" + wishes.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }
}
