import Model
import Notation
import Wire

extension SettingOrder.Action {
  /// Decodes a dashboard's order about settings; returns nil if it is invalid.
  ///
  /// The dashboard names the setting by its key and the value by its number.
  init?(_ said: JSON) {
    guard let number = said["slot"]?.whole(in: 0...PlayerSlot.limit) else { return nil }
    let slot = PlayerSlot(number: number)
    let knob = said["key"]?.string.flatMap { Knob(key: $0) }
    let value = said["value"]?.whole(in: Int(Int16.min)...Int(Int16.max)).map { Int32($0) }
    let setting = knob.flatMap { knob in value.flatMap { Setting(knob, of: slot, $0) } }
    switch said["do"]?.string {
    case "follow" where slot == nil: self = .follow
    case "try":
      guard let setting, setting.knob.scope == .feel else { return nil }
      self = .attempt(setting)
    case "keep" where said["key"] == nil: self = .keepTrial(slot)
    case "keep":
      guard let setting else { return nil }
      self = .keep(setting)
    case "undo": self = .undo(slot)
    case "clear":
      guard let knob, slot == nil || knob.scope != .host else { return nil }
      self = .clear(knob, slot)
    default: return nil
    }
  }
}

extension Set<UInt8> {
  /// Records for which player `action` begins or ends the trial of a setting.
  ///
  /// The set contains a player's number while a trial runs. The number 0 stands for everybody.
  mutating func follow(_ action: SettingOrder.Action) {
    switch action {
    case .attempt(let setting): insert(setting.slot?.number ?? 0)
    case .keepTrial(let slot), .undo(let slot): remove(slot?.number ?? 0)
    case .follow, .keep, .clear: break
    }
  }
}

extension SettingNotice {
  /// The JSON members of the message that dashboards get.
  var members: [(String, JSON)] {
    switch self {
    case .state(let state):
      let values = state.entries.map { entry in entry.value.map { JSON.signed(Int64($0)) } ?? .null }
      return [
        ("type", .string("settings")), ("slot", .integer(UInt64(state.slot?.number ?? 0))),
        ("seconds", .integer(UInt64(state.seconds))), ("edited", .bool(state.isEdited)),
        ("off", .bool(state.isOff)), ("values", .array(values)),
        ("origins", .array(state.entries.map { .integer(UInt64($0.origin.rawValue)) })),
      ]
    case .lock(let knob, let slot, let line, let file):
      return [
        ("type", .string("lock")), ("key", .string(knob.key)),
        ("slot", .integer(UInt64(slot?.number ?? 0))), ("file", .string(file)),
        ("line", .integer(UInt64(line))),
      ]
    }
  }
}
