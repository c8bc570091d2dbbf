import Bridge
import Daemon
import Model
import Settings
import Wire

/// The keys of all sections.
extension Configuration: KeyedSettings {
  /// Returns the keys of `section` except the OSC addresses and those of ``feelKey(_:of:)``; nil if there is no such section.
  static func keys(of section: String) -> [SettingKey<Configuration>]? {
    let words = section.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return sections[section] }
    return switch words[0] {
    case "player": Int(words[1]).flatMap(PlayerSlot.init(number:)).map(playerKeys)
    case "profile": profileKeys.map { $0.within(\.[profile: words[1]]) }
    default: InputSettings.keys(of: section)?.map { $0.within(\.inputs) }
    }
  }

  /// Returns the key `name` of `section`; nil if there is none.
  static func key(_ name: String, of section: String) -> SettingKey<Configuration>? {
    let key = keys(of: section)?.first { $0.name == name } ?? feelKey(name, of: section)
    return key ?? (section.contains(" ") ? InputSettings.key(name, of: section)?.within(\.inputs) : nil)
  }

  /// Returns the profile key `name` as a key of `[input]`, which is for everybody, or of `[player N]`.
  ///
  /// The result is nil if `name` is not such a key, or if `section` cannot have it.
  private static func feelKey(_ name: String, of section: String) -> SettingKey<Configuration>? {
    guard let knob = Knob(key: name), knob.scope == .feel, let place = knob.place(in: section) else {
      return nil
    }
    return SettingKey(name, knob.words) { configuration, text in
      guard let setting = knob.value(of: text).flatMap({ Setting(knob, of: place.player, $0) }) else {
        return false
      }
      configuration.daemon.bridge.tuning.add(setting)
      return true
    }
  }

  /// Returns in words why there is no section `name`; nil if there is one.
  static func fault(ofSection name: String) -> String? {
    keys(of: name) == nil ? "there is no section [\(name)]" : nil
  }

  /// The sections whose names have no argument.
  private static let sections: [String: [SettingKey<Configuration>]] = [
    "host": hostKeys, "session": sessionKeys, "web": WebSettings.keys.map { $0.within(\.web) },
    "buzzer": buzzerKeys, "input": inputKeys,
  ]
}
