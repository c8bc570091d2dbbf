import Console
import Model
import Notation
import Platform
import Settings

extension Command {
  /// The command `tiltpad overlay`, which prints the link of the players' pads for a stream.
  static let overlay = Command(
    "overlay", "print the link of the players' pads for a stream, for OBS's browser source",
    options: [
      Option(
        "config", "c", value: "FILE", "read FILE and FILE.d/*.conf instead of \(Configuration.defaultPath)"),
      Option("json", "j", "print one JSON object"),
      Option("link", "l", "print only the link"),
      Option(
        "player", "p", value: "N", "show only player N, 1 to \(PlayerSlot.limit); more than once for several"),
      Option(
        "show", nil, value: "PART", "show only this part: pad, wheel or name; more than once for several"),
      Option(
        "size", nil, value: "PIXELS", "draw each player this wide, 40 to 2000, instead of filling the picture"
      ),
    ],
    details: """
      The link opens on this machine only, and shows nothing but pads, tilt, names and colours.
      The overlay is off by default; overlay_port in [web] of the configuration switches it on.
      """,
    run: overlayCommand)
}

private func overlayCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let query = try OverlayQuery(invocation)
  let path = invocation.value("config")
  let configuration = try Configuration(path: path ?? Configuration.defaultPath, isRequired: path != nil)
  guard let port = configuration.web.overlayPort else {
    throw Failure(
      "the overlay is off", while: "making the link of the overlay",
      try: "set overlay_port = 28444 in [web] of \(path ?? Configuration.defaultPath); "
        + "\"man tiltpad-overlay\" has the line that systemd needs too")
  }
  // The address, not the name localhost: that could also lead to a port at ::1, which anybody may open.
  let link = "http://127.0.0.1:\(port)/overlay\(query.text)"
  _ = Stream.output.write(OverlayQuery.lines(for: link, port, invocation).map { $0 + "\n" }.joined())
  return 0
}

/// The wishes in the link of an overlay.
private struct OverlayQuery {
  /// The parts of a player that an overlay can show.
  private static let parts = ["pad", "wheel", "name"]

  private var wishes: [(name: String, value: String)] = []

  /// Reads the options of `invocation`.
  ///
  /// - Throws: a usage failure if one has no such value.
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

  /// The query in the link, with its question mark; empty without wishes.
  var text: String {
    wishes.isEmpty ? "" : "?" + wishes.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
  }

  /// Returns the lines that the command prints.
  static func lines(for link: String, _ port: UInt16, _ invocation: Invocation) -> [String] {
    if invocation.has("json") {
      return [JSON.object([("link", .string(link)), ("port", .integer(UInt64(port)))]).text]
    }
    return invocation.has("link")
      ? [link]
      : [link, "", "In OBS on this machine: Sources, +, Browser, and this link as the URL."]
  }
}
