import Local
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
  fileprivate var values: [(key: String, value: String)] = []

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
  /// The protocols of other programs in which the gateway serves them.
  static let sinks = ["dsu"]

  static let sources =
    [
      enabled(source), allow(source), port(source),
      sourceKey(source, "servers", "addresses like 192.168.1.23 or 192.168.1.23:26761") { text in
        let words = text.split { " ,\t".contains($0) }.compactMap { HostAndPort(String($0), defaultPort: 1) }
        return !words.isEmpty && words.allSatisfy { Address($0.host) != nil && $0.port > 0 }
      },
      sourceKey(source, "confirm", "yes or no") { flag($0) != nil },
      sourceKey(source, "orientation", "normal, sideways-left, sideways-right or inverted") {
        ["normal", "sideways-left", "sideways-right", "inverted"].contains($0)
      },
      sourceKey(source, "silence", "seconds from 1 to 3600") { number($0, in: 1...3_600) != nil },
    ] + [enabled(sink), allow(sink), port(sink)]

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
  private static func sourceKey(
    _ section: String, _ name: String, _ form: String, _ isValid: @escaping @Sendable (String) -> Bool
  ) -> ConfigurationKey {
    ConfigurationKey(section, name, form) { configuration, subject, text in
      let word = text.split { " ,\t".contains($0) }.joined(separator: ",")
      configuration[section, subject].values.append((name, word))
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
    guard let droidPad = inputs.first(where: { $0.section == "input droidpad" && $0.isEnabled }) else {
      return nil
    }
    return droidPad.values.last { $0.key == "port" }.flatMap { UInt16($0.value) } ?? DroidPadCode.usualPort
  }

  /// The inputs that are heard and the outputs that are served, each as one argument of the gateway's program.
  var inputWords: [String] { inputs.filter(\.isEnabled).map(\.words) }

  /// Returns the command line of the inputs gateway that `tiltpad serve` starts for the daemon that listens at `socket`; empty
  /// if nothing is enabled, or where a service manager starts the gateway.
  ///
  /// The gateway reads the same file, `path`.
  func inputsCommand(socket: String, configuration path: String?) -> [String] {
    guard !inputWords.isEmpty, Surroundings.variable("NOTIFY_SOCKET") == nil,
      let program = Surroundings.program
    else { return [] }
    return [program, "inputs", "--socket", SocketPath.forGateways(of: socket)]
      + (path.map { ["--config", $0] } ?? [])
  }
}
