import Dialects
import Model
import Platform
import Wire

/// The settings of a section `[input NAME]` or `[output NAME]`, for the inputs gateway: the name, and words for each key.
struct SourceKeys: Sendable {
  /// The section, as in `input retropad`.
  let section: String
  /// True if the input is heard, or the output served.
  fileprivate(set) var isEnabled = false
  /// The other keys and their values.
  private(set) var values: [(key: String, value: String)] = []

  /// The ports that the section opens on this machine: a port of UDP and, for some protocols, that of TCP with the same number.
  ///
  /// Of several numbers in a row it has the first. It is empty for a section that opens no port of its own.
  var ports: [OpenPort] {
    guard let usual = SourceKeys.usualPorts[section] else { return [] }
    let number = values.first { $0.key == "port" }.flatMap { UInt16($0.value) } ?? usual.number
    return (usual.isStream ? ["udp", "tcp"] : ["udp"]).map { OpenPort(number: number, kind: $0) }
  }

  private static let usualPorts: [String: (number: UInt16, isStream: Bool)] = [
    "input droidpad": (DroidPadEvent.port, true), "input retropad": (RetroPadChange.port, false),
    "input opentrack": (HeadPose.port, false), "input freepie": (FreePIEMessage.port, false),
    "input osc": (OSCPacket.port, false), "input sensagram": (PhoneSensorEvent.port, false),
    "input yoke": (YokeMessage.port, true), "input elrs": (ELRSAnnouncement.port, false),
    "output dsu": (DSU.port, false),
  ]

  /// The number of OSC's addresses with a meaning.
  fileprivate var addresses: Int { values.count { $0.key.hasPrefix("/") } }

  /// Sets a key, in the place of its former value: of OSC's addresses that match a message, the first counts.
  fileprivate mutating func set(_ key: String, to value: String) {
    let index = values.firstIndex { $0.key == key }
    if let index { values[index].value = value } else { values.append((key, value)) }
  }

  /// Creates the settings of `section` before their first key.
  fileprivate init(_ section: String) { self.section = section }

  /// Returns the section of `subject` among those of the table's `kind`.
  fileprivate static func section(_ kind: String, _ subject: String) -> String {
    "\(kind.split(separator: " ")[0]) \(subject)"
  }

  /// The settings as one argument of the gateway's program, as in `--input=retropad confirm=no`.
  fileprivate var words: String {
    let parts = section.split(separator: " ").map(String.init)
    return "--\(parts[0])="
      + (parts.dropFirst() + values.map { "\($0.key)=\($0.value)" }).joined(separator: " ")
  }
}

/// The keys of the sections `[input NAME]` and `[output NAME]`.
extension ConfigurationKey {
  /// The names of these sections in the table of keys.
  static let (source, sink) = ("input NAME", "output NAME")
  private static let osc = GatewayHeader.Transport.osc.name
  /// The protocols of other programs in which the gateway serves them.
  static let sinks = ["dsu", "opentrack", "osc"]

  static let sources =
    [
      enabled(source), allow(source), port(source),
      sourceKey(source, "servers", "addresses like 192.168.1.23 or 192.168.1.23:26761") { text in
        let words = words(of: text)
        return !words.isEmpty && words.allSatisfy(isPlace)
      },
      sourceKey(source, "confirm", "yes or no") { flag($0) != nil },
      sourceKey(source, "orientation", "normal, sideways-left, sideways-right or inverted") {
        ["normal", "sideways-left", "sideways-right", "inverted"].contains($0)
      },
      sourceKey(source, "silence", "seconds from 1 to 3600") { number($0, in: 1...3_600) != nil },
      sourceKey(source, "rumble", "an address like /1/led1, or /1/led1 9001 with a port", of: osc) {
        let words = words(of: $0)
        return (1...2).contains(words.count) && isAddress(words[0]) && OSCAddress(words[0]) != nil
          && words.dropFirst().allSatisfy { number($0, in: 1...UInt16.max) != nil }
      },
    ] + [
      enabled(sink), allow(sink), port(sink),
      sourceKey(sink, "to", "an address like 192.168.1.23 or 192.168.1.23:9001", isPlace),
      sourceKey(sink, "player", "a number from 1 to 16") { number($0, in: 1...PlayerSlot.limit) != nil },
    ]

  private static func words(of text: String) -> [String] {
    text.split { " ,\t".contains($0) }.map(String.init)
  }

  /// Returns whether `text` is a numeric address, perhaps with a port.
  private static func isPlace(_ text: String) -> Bool {
    HostAndPort(text, defaultPort: 1).map { Address($0.host) != nil && $0.port > 0 } == true
  }

  /// Returns the key that tells what the numbers at an address of OSC mean, which is its name; nil if `text` is no address.
  static func address(_ text: String) -> ConfigurationKey? {
    guard isAddress(text) else { return nil }
    let form = "words like lx ly, or accel g, for one of at most \(NumberMeaning.limit) addresses"
    let key = sourceKey(source, text, form, of: osc) { NumberMeaning($0) != nil }
    return ConfigurationKey(source, text, form) { configuration, subject, value in
      key.set(&configuration, subject, value)
        && configuration[source, subject].addresses <= NumberMeaning.limit
    }
  }

  /// Returns whether `text` is an address of OSC, of at most 48 characters.
  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("/") && (2...48).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }

  private static func enabled(_ section: String) -> ConfigurationKey {
    ConfigurationKey(section, "enabled", "yes or no") { configuration, subject, text in
      assign(flag(text), to: &configuration[section, subject].isEnabled)
    }
  }

  private static func allow(_ section: String) -> ConfigurationKey {
    sourceKey(section, "allow", "addresses and ranges like 192.168.1.0/24, or none") {
      AddressRange.list($0) != nil
    }
  }

  private static func port(_ section: String) -> ConfigurationKey {
    sourceKey(section, "port", "a number from 1024 to 65530") { number($0, in: 1_024...65_530) != nil }
  }

  /// Returns the key `name` of `section`, whose values `isValid` accepts; the gateway's program gets them in one word.
  ///
  /// The key is that of all protocols, or of `protocol` alone.
  private static func sourceKey(
    _ section: String, _ name: String, _ form: String, of protocol: String? = nil,
    _ isValid: @escaping @Sendable (String) -> Bool
  ) -> ConfigurationKey {
    ConfigurationKey(section, name, form) { configuration, subject, text in
      guard `protocol` == nil || `protocol` == subject else { return false }
      configuration[section, subject].set(name, to: words(of: text).joined(separator: ","))
      return isValid(text)
    }
  }
}

extension Configuration {
  /// The settings of `subject` in the sections `kind`.
  fileprivate subscript(_ kind: String, _ subject: String) -> SourceKeys {
    get {
      inputs.first { $0.section == SourceKeys.section(kind, subject) }
        ?? SourceKeys(SourceKeys.section(kind, subject))
    }
    set {
      inputs.removeAll { $0.section == newValue.section }
      inputs.append(newValue)
    }
  }

  /// The port at which the app DroidPad connects; nil if it is not heard.
  var droidPadPort: UInt16? {
    inputs.first { $0.section == "input droidpad" && $0.isEnabled }?.ports.first?.number
  }

  /// The inputs that are heard and the outputs that are served, each as one argument of the gateway's program; no input is announced
  /// on the LAN where the host is not.
  var inputWords: [String] {
    inputs.filter(\.isEnabled).map { source in
      source.words + (isDiscoverable || !source.section.hasPrefix("input ") ? "" : " announce=no")
    }
  }

  /// Returns the command line of the inputs gateway that `tiltpad serve` starts for the daemon that listens at `socket`; empty
  /// if nothing is enabled, or where the machine's service manager starts the gateway.
  ///
  /// The gateway reads the same file, `path`.
  func inputsCommand(socket: String, configuration path: String?) -> [String] {
    guard !inputWords.isEmpty, !SystemService.isManager, let program = Surroundings.program else { return [] }
    return [program, "inputs", "--socket", SocketPath.forGateways(of: socket)]
      + (path.map { ["--config", $0] } ?? [])
  }
}
