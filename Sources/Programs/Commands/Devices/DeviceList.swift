import Console
import Notation
import Platform
import Store
import Wire

extension [Device] {
  /// Returns the device whose fingerprint begins with `digits`.
  ///
  /// - Throws: a failure if no device matches, or several do.
  func device(_ digits: String) throws(Failure) -> Device {
    let found = filter { $0.fingerprint.hasPrefix(digits) }
    guard let device = found.first else {
      throw Failure(
        "no paired controller has a key that begins with \(digits)", while: "looking for the controller",
        try: "tiltpad devices")
    }
    guard found.count == 1 else {
      let names = found.map { "\($0.label) (\($0.shortFingerprint))" }.joined(separator: ", ")
      throw Failure(
        "\(digits) matches \(found.count) controllers: \(names)", while: "looking for the controller",
        try: "type more digits")
    }
    return device
  }

  /// The devices as lines of text, below a heading.
  var table: [String] {
    guard !isEmpty else { return ["no controller is paired"] }
    return aligned([["KEY", "NAME", "ROLE", "BY", "PAIRED", "LAST SEEN"]] + map(\.row))
  }
}

extension Device {
  /// The device's name for a line, or `(no name)`.
  var label: String { name.label }

  /// The first 16 digits of the fingerprint, enough for people to recognise it.
  var shortFingerprint: String { String(fingerprint.prefix(16)) }

  fileprivate var row: [String] {
    let here = used.map(WallClock.text) ?? "never"
    return [shortFingerprint, label, role.label, way.label, WallClock.text(paired), here]
  }

  /// The device as a JSON object.
  var json: JSON {
    .object([
      ("fingerprint", .string(fingerprint)), ("name", .string(name.text)), ("role", .string(role.label)),
      ("way", .string(way.label)), ("paired", .seconds(paired)), ("used", used.map(JSON.seconds) ?? .null),
    ])
  }
}

extension JSON {
  /// Returns a time in seconds since 1970; a time before 1970 becomes 0.
  fileprivate static func seconds(_ time: Int64) -> JSON { .integer(UInt64(max(0, time))) }
}

extension Introduction.Role {
  /// The display name of the role, also used in JSON.
  fileprivate var label: String { "\(self)" }
}

extension PairingMode {
  /// The display name of the way of pairing, also used in JSON.
  var label: String {
    switch self {
    case .known: "known"
    case .code: "qr"
    case .pin: "pin"
    case .confirm: "confirm"
    }
  }
}
