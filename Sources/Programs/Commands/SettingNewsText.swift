import Console
import Daemon
import Model
import Wire

extension SettingNews {
  /// The event as a line for the journal.
  var line: String {
    switch self {
    case .kept(let setting, let isOfGateway):
      "\(Knob.name(setting.knob, of: setting.slot)) is now \(setting.knob.text(of: setting.value) ?? "unknown"), \(SettingNews.place(isOfGateway))"
    case .cleared(let knob, let slot, let isOfGateway):
      "\(Knob.name(knob, of: slot)) is as configured again, \(SettingNews.place(isOfGateway))"
    case .ignored(let fault): fault
    case .left:
      "a setting was not kept: somebody has edited the file of the dashboard's settings, which is left alone"
    }
  }

  /// The fields of the event in the journal.
  var fields: JournalFields {
    switch self {
    case .kept(let setting, _): JournalFields("setting", slot: setting.slot)
    case .cleared(_, let slot, _): JournalFields("setting", slot: slot)
    case .ignored, .left: JournalFields("not-kept", isWarning: true)
    }
  }

  private static func place(_ isOfGateway: Bool) -> String {
    isOfGateway ? "by a dashboard" : "by a local program"
  }
}

extension Knob {
  /// Returns a setting and the player whom it concerns, such as `full_lock of player 2`.
  static func name(_ knob: Knob, of slot: PlayerSlot?) -> String {
    slot.map { "\(knob.key) of player \($0.number)" } ?? knob.key
  }
}
