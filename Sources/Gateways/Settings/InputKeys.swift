import Dialects
import Model
import Wire

extension InputSettings {
  /// Returns the keys of `section` except the OSC addresses; nil if there is no such section.
  public static func keys(of section: String) -> [SettingKey<InputSettings>]? {
    if let index = input(section) { return Input.keys.map { $0.within(\.inputs[index]) } }
    let output = usual.outputs.firstIndex { $0.section == section }
    return output.map { index in Output.keys.map { $0.within(\.outputs[index]) } } ?? sections[section]
  }

  /// Returns the key `name` of `section`; nil if there is none.
  public static func key(_ name: String, of section: String) -> SettingKey<InputSettings>? {
    if let key = keys(of: section)?.first(where: { $0.name == name }) { return key }
    return input(section).flatMap { index in Input.address(name)?.within(\.inputs[index]) }
  }

  /// Returns the index of the input whose section has this name.
  private static func input(_ section: String) -> Int? {
    usual.inputs.firstIndex { $0.section == section }
  }

  private static let usual = InputSettings()

  /// The keys that `tiltpad inputs` adds, and the one key of the section `[host]` that the gateway uses.
  private static let sections: [String: [SettingKey<InputSettings>]] = [
    "gateway": [SettingKey("socket", .text, \.socketPath), SettingKey("state", .text, \.statePath)],
    "host": [SettingKey("discovery", .flag, \.isAnnounced)],
  ]
}

extension InputSettings.Input {
  /// The keys of the `[input NAME]` sections except the OSC addresses.
  fileprivate static let keys: [SettingKey<InputSettings.Input>] = [
    SettingKey("enabled", .flag, \.isEnabled), SettingKey("allow", .networks, \.allowed),
    SettingKey("port", optional: .number(1_024...65_530), \.port),
    SettingKey("servers", .hosts, \.servers), SettingKey("confirm", .flag, \.isConfirmed),
    SettingKey("orientation", .choice, \.orientation),
    SettingKey("silence", optional: .seconds(1...3_600), \.silence),
    SettingKey("rumble", rumbleForm.words) { input, text in
      input.rumble = rumbleForm.read(text)
      return input.transport == .osc && input.rumble != nil
    },
  ]

  /// An OSC address, optionally with a port.
  private static let rumbleForm = SettingForm("an address like /1/led1, or /1/led1 9001 with a port") {
    text -> (address: OSCAddress, port: UInt16?)? in
    let words = text.words
    guard (1...2).contains(words.count), isAddress(words[0]), let address = OSCAddress(words[0]) else {
      return nil
    }
    guard words.count == 2 else { return (address, nil) }
    guard let port = UInt16(words[1]), port > 0 else { return nil }
    return (address, port)
  }

  /// Returns the key for the meaning of the numbers at the OSC address `address`; nil if `address` is invalid.
  fileprivate static func address(_ address: String) -> SettingKey<InputSettings.Input>? {
    guard isAddress(address) else { return nil }
    let form = "words like lx ly, or accel g, for one of at most \(NumberMeaning.limit) addresses"
    return SettingKey(address, form) { input, text in
      guard input.transport == .osc, let meaning = NumberMeaning(text) else { return false }
      if let index = input.meanings.firstIndex(where: { $0.address == address }) {
        input.meanings[index].meaning = meaning
      } else {
        input.meanings.append((address, meaning))
      }
      return input.meanings.count <= NumberMeaning.limit
    }
  }

  /// Returns whether `text` is an OSC address of at most 48 characters.
  private static func isAddress(_ text: String) -> Bool {
    text.hasPrefix("/") && (2...48).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
  }
}

extension InputSettings.Output {
  /// The keys of the `[output NAME]` sections.
  fileprivate static let keys: [SettingKey<InputSettings.Output>] = [
    SettingKey("enabled", .flag, \.isEnabled), SettingKey("allow", .networks, \.allowed),
    SettingKey("port", optional: .number(1_024...65_530), \.port),
    SettingKey("to", optional: .host, \.target), SettingKey("player", .player, \.player),
  ]
}

extension SettingForm where Value == PlayerSlot {
  /// The number of a player.
  fileprivate static var player: SettingForm {
    SettingForm("a number from 1 to 16") { Int($0).flatMap(PlayerSlot.init(number:)) }
  }
}

extension SettingForm where Value == NumericHost {
  /// A host, given by its numeric address.
  fileprivate static var host: SettingForm {
    SettingForm("an address like 192.168.1.23 or 192.168.1.23:9001") { NumericHost($0) }
  }
}

extension SettingForm where Value == [NumericHost] {
  /// Hosts, given by their numeric addresses and separated by blanks or commas.
  fileprivate static var hosts: SettingForm {
    SettingForm("addresses like 192.168.1.23 or 192.168.1.23:26761") { text in
      let hosts = text.words.map { NumericHost($0) }
      return hosts.isEmpty || hosts.contains(nil) ? nil : hosts.compactMap(\.self)
    }
  }
}

extension String {
  /// The words of a list separated by blanks or commas.
  fileprivate var words: [String] { split { " ,\t".contains($0) }.map(String.init) }
}
