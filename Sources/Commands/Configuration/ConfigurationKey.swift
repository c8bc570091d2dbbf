import Bridge
import Daemon
import Gamepad
import Model
import Motion
import Platform
import Wire

/// A key of the configuration: its section, the form of its values, and the setting that it changes.
struct ConfigurationKey: Sendable {
  /// The section; `profile` stands for every `[profile NAME]`, `player` for every `[player N]`, and `input NAME` for every one of these.
  let section: String
  /// The name of the key.
  let name: String
  /// The form of a value, in words for a person.
  let form: String
  /// Sets the value for the configuration, or for the `subject`: the profile, player or input that the section names.
  ///
  /// Returns false when the value does not have the form.
  let set: @Sendable (inout Configuration, _ subject: String, _ value: String) -> Bool

  init(
    _ section: String, _ name: String, _ form: String,
    set: @escaping @Sendable (inout Configuration, _ subject: String, _ value: String) -> Bool
  ) {
    self.section = section
    self.name = name
    self.form = form
    self.set = set
  }

  /// All keys of all sections.
  static let all: [ConfigurationKey] = host + session + web + buzzer + player + input + profile + sources

  private static let host = [
    ConfigurationKey("host", "name", "at most 40 bytes") { configuration, _, text in
      assign(text.utf8.count <= DeviceName.size ? text.shown : nil, to: &configuration.name)
    },
    ConfigurationKey("host", "discovery", "yes or no") { configuration, _, text in
      assign(flag(text), to: &configuration.isDiscoverable)
    },
    ConfigurationKey("host", "port", "a number from 1 to 65535") { configuration, _, text in
      assign(UInt16(text).flatMap { $0 > 0 ? $0 : nil }, to: &configuration.port)
    },
    ConfigurationKey("host", "socket", "an absolute path of at most 100 bytes") { configuration, _, text in
      assign(text.hasPrefix("/") && text.utf8.count <= 100 ? text : nil, to: &configuration.socketPath)
    },
    ConfigurationKey("host", "players", "a number from 1 to 16") { configuration, _, text in
      assign(number(text, in: 1...16), to: &configuration.players)
    },
    ConfigurationKey("host", "pads", "uinput, memory or auto") { configuration, _, text in
      assign(DaemonSettings.PadKind(rawValue: text), to: &configuration.pads)
    },
    ConfigurationKey("host", "uinput", "an absolute path") { configuration, _, text in
      assign(text.hasPrefix("/") ? text : nil, to: &configuration.uinputPath)
    },
    ConfigurationKey("host", "identity", Identity.form) { configuration, _, text in
      assign(Identity(text: text), to: &configuration.identity)
    },
    ConfigurationKey("host", "identity_by_controller", "yes or no") { configuration, _, text in
      assign(flag(text), to: &configuration.followsWishes)
    },
    ConfigurationKey("host", "motion", "yes or no") { configuration, _, text in
      assign(flag(text), to: &configuration.hasMotion)
    },
    ConfigurationKey("host", "allow_plain", "addresses and ranges like 192.168.1.0/24, or none") {
      configuration, _, text in
      assign(AddressRange.list(text), to: &configuration.plainRanges)
    },
    ConfigurationKey("host", "admission", "open, ask or locked") { configuration, _, text in
      assign(AdmissionPolicy(text: text), to: &configuration.policy)
    },
    ConfigurationKey("host", "confirm", "yes or no") { configuration, _, text in
      assign(flag(text), to: &configuration.allowsConfirmation)
    },
    ConfigurationKey("host", "keep_slot", "seconds from 0 to 3600, or forever") { configuration, _, text in
      guard text != "forever" else {
        configuration.reservation = nil
        return true
      }
      return assign(interval(text, in: 0...3_600, unit: 1_000), to: &configuration.reservation)
    },
    ConfigurationKey("host", "standing", "a number from 0 to 16") { configuration, _, text in
      assign(number(text, in: 0...16), to: &configuration.standing)
    },
  ]

  private static let player = [
    ConfigurationKey("player", "identity", Identity.form) { configuration, number, text in
      guard let slot = Int(number).flatMap(PlayerSlot.init(number:)) else { return false }
      return assign(Identity(text: text), to: &configuration.playerIdentities[slot])
    },
    ConfigurationKey("player", "motion", "yes or no") { configuration, number, text in
      guard let slot = Int(number).flatMap(PlayerSlot.init(number:)) else { return false }
      return assign(flag(text), to: &configuration.playerMotion[slot])
    },
  ]

  private static let input = [
    ConfigurationKey("input", "profile", "the name of a profile") { configuration, _, text in
      assign(text, to: &configuration.profileName)
    },
    ConfigurationKey("input", "press_hold", "yes or no") { configuration, _, text in
      assign(flag(text), to: &configuration.hasPressHold)
    },
    ConfigurationKey("input", "minimum_press", "milliseconds from 0 to 100") { configuration, _, text in
      assign(interval(text, in: 0...100, unit: 1), to: &configuration.minimumPress)
    },
    ConfigurationKey("input", "edge_lifetime", "milliseconds from 0 to 6000") { configuration, _, text in
      assign(interval(text, in: 0...6_000, unit: 1), to: &configuration.edgeLifetime)
    },
  ]

  /// Sets `key` of `section` to `value`; returns the fault in words, or nil.
  static func set(
    _ key: String, of section: String, to value: String, in configuration: inout Configuration
  ) -> String? {
    let (kind, subject) = parts(of: section)
    if let fault = fault(ofSection: section) { return fault }
    guard let known = named(key, of: kind) else { return "there is no key \(key) in [\(section)]" }
    guard !known.set(&configuration, subject, value) else { return nil }
    // The journal keeps no names of persons and files that a report would have to find again.
    return "\(key) is not \(known.form)" + (naming.contains("\(section) \(key)") ? "" : ": \(value)")
  }

  /// Returns the fault of the section `name` in words; nil if there is such a section.
  static func fault(ofSection name: String) -> String? {
    let (kind, subject) = parts(of: name)
    let isKnown = all.contains { $0.section == kind } && isSubject(subject, of: kind)
    return isKnown ? nil : "there is no section [\(name)]"
  }

  /// Returns the key `name` of the sections `kind`; nil if there is none.
  static func named(_ name: String, of kind: String) -> ConfigurationKey? {
    all.first { $0.section == kind && $0.name == name } ?? (kind == source ? address(name) : nil)
  }

  /// Returns the kind of a section as the table has it, and its subject.
  static func parts(of section: String) -> (kind: String, subject: String) {
    let words = section.split(separator: " ", maxSplits: 1).map(String.init)
    let subject = words.count == 2 ? words[1] : ""
    let isSource = ["input", "output"].contains(words.first) && !subject.isEmpty
    return (isSource ? "\(words[0]) NAME" : words.first ?? "", subject)
  }
}

extension ConfigurationKey {
  /// Returns whether a section of `kind` may have `subject` behind its kind; most sections have none.
  private static func isSubject(_ subject: String, of kind: String) -> Bool {
    switch kind {
    case "profile": !subject.isEmpty
    case sink: sinks.contains(subject)
    case source: GatewayHeader.Transport.inputs.contains { $0.name == subject }
    case "player": Int(subject).flatMap(PlayerSlot.init(number:)) != nil
    default: subject.isEmpty
    }
  }

  /// Stores `value` unless it is nil; returns whether it was stored.
  static func assign<Value>(_ value: Value?, to place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  /// Stores `value` unless it is nil; returns whether it was stored.
  static func assign<Value>(_ value: Value?, to place: inout Value?) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  static func number<Number: LosslessStringConvertible & Comparable>(
    _ text: String, in range: ClosedRange<Number>
  ) -> Number? {
    Number(text).flatMap { range.contains($0) ? $0 : nil }
  }

  static func interval(_ text: String, in range: ClosedRange<Int64>, unit milliseconds: Int64) -> Interval? {
    number(text, in: range).map { .milliseconds($0 * milliseconds) }
  }

  static func flag(_ text: String) -> Bool? {
    ["yes": true, "no": false][text]
  }
}

extension Identity {
  /// The names of the identities, for a person.
  static let form = named.dropLast().map(\.name).joined(separator: ", ") + " or \(named.last?.name ?? "")"

  /// Creates the identity that is called `text`; nil when there is none.
  init?(text: String) {
    guard let known = Identity.named.first(where: { $0.name == text }) else { return nil }
    self = known.identity
  }
}
