import Discovery
import Model
import Notation
import Platform
import Wire

/// The list of hosts on a screen.
enum HostLines {
  /// Returns the lines for `hosts`, cut to the size of the terminal.
  static func list(_ hosts: [FoundHost], size: Terminal.Size) -> [String] {
    let head = " tiltpad  \(hosts.count) \(hosts.count == 1 ? "host" : "hosts") on the network"
    let body = hosts.isEmpty ? ["", "   No host has answered yet; q ends."] : hosts.map(\.line)
    let room = max(0, size.rows - 1)
    let rows =
      body.count <= room ? body : body.prefix(max(0, room - 1)) + ["   and \(body.count - room + 1) more"]
    return ([head] + rows).prefix(size.rows).map { $0.clipped(to: size.columns) }
  }
}

extension FoundHost {
  /// The host in one line, with the most important facts first.
  var line: String { "\(summary)  " + addresses.joined(separator: " ") + page }

  /// The host's name and availability, and the numbers of players and slots.
  var summary: String {
    let announcement = record.announcement
    let room = "\(announcement.players)/\(announcement.limit)".leading(5)
    let state = record.isAvailable ? availability : "\(availability) (\(announcement.state.word))"
    return "\(name.leading(24))  \(state.leading(20))  \(room)"
  }

  /// The JSON members that describe the host; tiltpad-join(1) explains them.
  var json: [(String, JSON)] {
    let announcement = record.announcement
    return [
      ("name", .string(name)),
      ("state", .string(availability)),
      ("reason", .string(announcement.state.word)),
      ("players", .integer(UInt64(announcement.players))),
      ("limit", .integer(UInt64(announcement.limit))),
      ("addresses", .array(addresses.map { .string($0) })),
      ("pairing", .array(announcement.pairing.words.map { .string($0) })),
      ("webPort", announcement.webPort == 0 ? .null : .integer(UInt64(announcement.webPort))),
      ("session", .string(sessionText)),
      ("key", record.key.map { .string($0.description) } ?? .null),
    ]
  }

  /// The TCP port of the page for phones, in words; empty when the host serves no page.
  private var page: String {
    let port = record.announcement.webPort
    return port == 0 ? "" : "  page on TCP port \(port)"
  }

  private var availability: String { record.isAvailable ? "available" : "unavailable" }

  private var addresses: [String] { endpoints.map(\.description) }

  /// The announced half of the session, as eight hexadecimal digits like those of the TXT record.
  private var sessionText: String {
    let text = String(record.sessionHalf.byteSwapped, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}

extension HostList.Change {
  private var parts: (word: String, host: FoundHost) {
    switch self {
    case .appeared(let host): ("appeared", host)
    case .changed(let host): ("changed", host)
    case .vanished(let host): ("vanished", host)
    }
  }

  /// The change in one line.
  var line: String { "\(parts.word.leading(8))  \(parts.host.line)" }

  /// The change as a JSON object.
  ///
  /// It contains the host's current state, or its last state if the host has vanished.
  var json: JSON { .object([("change", .string(parts.word))] + parts.host.json) }
}

extension Announcement.State {
  /// The state in a word.
  var word: String { "\(self)" }
}

extension Announcement.Pairing {
  /// The ways of pairing in words, as the list of hosts shows them.
  var words: [String] {
    [(Announcement.Pairing.code, "code"), (.pin, "pin"), (.confirm, "confirm")].filter { contains($0.0) }
      .map(\.1)
  }
}
