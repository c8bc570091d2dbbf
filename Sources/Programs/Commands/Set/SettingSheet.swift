import Model
import Notation
import Wire

/// The settings of everybody, or of one player, as text.
struct SettingSheet: Sendable {
  private var state: SettingState?
  private var places: [Knob: (slot: PlayerSlot?, file: String, line: UInt32)] = [:]

  /// Creates the sheet of the player in `slot`, or of everybody, from the daemon's notices.
  init(_ notices: [SettingNotice], of slot: PlayerSlot?) {
    for notice in notices {
      switch notice {
      case .state(let state): if state.slot == slot { self.state = state }
      case .lock(let knob, let owner, let line, let file):
        if owner == nil || owner == slot, places[knob] == nil { places[knob] = (owner, file, line) }
      }
    }
  }

  /// Returns the file and the line that set `knob`, such as `/etc/tiltpad/tiltpad.conf:3`; nil if there is none.
  func place(of knob: Knob) -> String? { places[knob].map { "\($0.file):\($0.line)" } }

  /// Returns the line of `knob`: its name, its value, and the origin of the value.
  func line(of knob: Knob) -> String {
    let entry = entry(of: knob)
    let origin: String
    switch entry.origin {
    case .common: origin = ""
    case .kept: origin = "  kept"
    case .fixed: origin = "  fixed by \(place(of: knob) ?? "a file of the host")"
    case .tried: origin = "  tried for \(state?.seconds ?? 0) s"
    }
    return knob.key.leading(22) + (text(of: knob) ?? "of its own").leading(origin.isEmpty ? 0 : 12) + origin
  }

  /// Returns `knob` as a JSON object; the value is null if it is not one that a dashboard can set.
  func json(of knob: Knob) -> JSON {
    let slot: JSON = state?.slot.map { .integer(UInt64($0.number)) } ?? .null
    let place = places[knob]
    return .object([
      ("setting", .string(knob.key)), ("player", slot),
      ("value", text(of: knob).map { .string($0) } ?? .null),
      ("origin", .string("\(entry(of: knob).origin)")), ("form", .string(knob.words)),
      ("file", place.map { .string($0.file) } ?? .null),
      ("line", place.map { .integer(UInt64($0.line)) } ?? .null),
      ("seconds", .integer(UInt64(state?.seconds ?? 0))),
    ])
  }

  private func text(of knob: Knob) -> String? { entry(of: knob).value.flatMap { knob.text(of: $0) } }

  private func entry(of knob: Knob) -> SettingState.Entry {
    state?.entries[Int(knob.number) - 1] ?? SettingState.Entry(nil, .common)
  }
}
