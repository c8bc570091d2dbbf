import Bridge
import Console
import Daemon
import Gamepad
import Model
import Platform

extension DaemonEvent {
  /// The fields of the event in the journal, without names of persons or controllers.
  var fields: JournalFields {
    switch self {
    case .lobby(let news): news.fields
    case .attached(let slot, _): JournalFields("attached", slot: slot)
    case .exchanged(let slot, _): JournalFields("exchanged", slot: slot)
    case .detached(let slot, _): JournalFields("detached", slot: slot)
    case .helps(let slot, _): JournalFields("helps", slot: slot)
    case .tookOver(let slot, _): JournalFields("recovered", slot: slot)
    case .stands(let slot, _): JournalFields("stands", slot: slot)
    case .ready(let slot, _, _): JournalFields("ready", slot: slot)
    case .padRefused(let slot, let shortage), .standingRefused(let slot, let shortage):
      JournalFields("pad-refused", slot: slot, reason: shortage.reasons, isWarning: true)
    case .padStandsIn(let slot, let shortage):
      JournalFields("pad-stands-in", slot: slot, reason: shortage.reasons, isWarning: true)
    case .stickMistaken(let slot, let node):
      JournalFields("stick-mistaken", slot: slot, reason: node.kinds.joined(separator: " "), isWarning: true)
    case .padFailed(let slot, let code):
      JournalFields("pad-failed", slot: slot, reason: SystemError.reason(for: code), isWarning: true)
    case .sensorsFailed(let slot, let error):
      JournalFields("sensors-failed", slot: slot, reason: error.reason, isWarning: true)
    default: common
    }
  }

  /// The fields of an event without a player.
  private var common: JournalFields {
    switch self {
    case .started: JournalFields("started")
    case .portRefused(_, let error, _):
      JournalFields("port-refused", reason: error.reason, isWarning: true)
    case .padsNotKept(let error): JournalFields("not-kept", reason: error.reason, isWarning: true)
    case .devicesNotKept(let error), .quizNotKept(let error), .devicesUnknown(let error):
      JournalFields("not-kept", reason: "\(error)", isWarning: true)
    case .quizKeysRefused(let error):
      JournalFields("keys-refused", reason: error.reason, isWarning: true)
    case .gatewayRefused(_, let error), .gatewaySocketRefused(let error):
      JournalFields("gateway-refused", reason: error.reason, isWarning: true)
    case .gameProfileUnknown: JournalFields("game-profile-unknown", isWarning: true)
    case .gatewayHangs: JournalFields("gateway-hangs", isWarning: true)
    case .gatewayEnded: JournalFields("gateway-ended", isWarning: true)
    case .setting(let news): news.fields
    case .reloaded: JournalFields("reloaded")
    case .reloadRefused: JournalFields("reload-refused", isWarning: true)
    case .stopping: JournalFields("stopping")
    default: JournalFields("")
    }
  }
}

extension Admission.News {
  /// The fields of the event in the journal.
  fileprivate var fields: JournalFields {
    switch self {
    case .paired: JournalFields("paired")
    case .waits: JournalFields("waits")
    case .joined(_, _, let slot): JournalFields("joined", slot: slot)
    case .away(_, _, let slot): JournalFields("away", slot: slot)
    case .left(_, _, let slot): JournalFields("left", slot: slot)
    case .gone: JournalFields("gone")
    case .denied(_, _, let refusal): JournalFields("denied", reason: refusal.label)
    case .asksForName: JournalFields("renames")
    case .contended: JournalFields("contended", isWarning: true)
    }
  }
}
