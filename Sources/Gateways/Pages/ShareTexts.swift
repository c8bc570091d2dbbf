import Model
import Notation
import Wire

extension ShareOrder.Action {
  /// Decodes a dashboard's order about shared pads; returns nil if it is invalid.
  init?(_ said: JSON) {
    func player(_ key: String) -> PlayerSlot? {
      said[key]?.whole(in: 1...PlayerSlot.limit).flatMap { PlayerSlot(number: $0) }
    }
    guard let slot = player("slot") else { return nil }
    switch said["do"]?.string {
    case "begin":
      guard let preset = said["preset"]?.string.flatMap(SharePreset.init(label:)) else { return nil }
      let helper = player("helper")
      guard helper != nil || said["helper"] == nil, helper != slot else { return nil }
      self = .begin(slot, helpers: helper.map { PlayerSlots($0) } ?? [], ShareTerms(preset))
    case "pass": self = .pass(slot)
    case "leave": self = .leave(slot)
    case "end": self = .end(slot)
    default: return nil
    }
  }
}

extension ShareStatus {
  /// The JSON members of the text for the pages of those who share the pad.
  func members(_ names: [PlayerSlot: String]) -> [(String, JSON)] {
    [
      ("main", .integer(UInt64(main.number))), ("preset", .string(terms.preset.label)),
      (
        "members",
        .array(
          members.each.map { slot in
            .object([
              ("player", .integer(UInt64(slot.number))), ("name", .string(names[slot] ?? "")),
              ("steers", .bool(steering.contains(PlayerSlots(slot)))),
            ])
          })
      ),
    ]
  }
}
