import Model
import Notation
import Wire

extension CrowdAnswer {
  /// The signs of the eight directions, beginning in the upper left corner; the middle one is rest.
  private static let arrows = ["↖", "↑", "↗", "←", "·", "→", "↙", "↓", "↘"]
  /// The deflection from which a direction is shown: a tenth of the way.
  private static let active = 3_277

  /// The line that shows the crowd: its player and preset, the numbers of phones and votes, and the pad.
  var words: String {
    guard let terms else { return "No crowd plays." }
    let player = slot.map { "player \($0.number)" } ?? "waiting for a free slot"
    let pressed = [(Button.a, "A"), (.b, "B"), (.x, "X"), (.y, "Y")].compactMap { button, name in
      report.buttons[button] ? name : nil
    }
    let triggers = [("LT", report.leftTrigger), ("RT", report.rightTrigger)].compactMap { name, depth in
      depth > 0 ? "\(name) \(Int(depth) * 100 / 255) %" : nil
    }
    let pad = ([arrow] + pressed + triggers).joined(separator: " ")
    return "\(player), \(terms.preset.label): \(voters) phones, \(counted) votes  \(pad)"
  }

  private var arrow: String {
    func step(_ value: Int16) -> Int { abs(Int(value)) < CrowdAnswer.active ? 0 : Int(value).signum() }
    return CrowdAnswer.arrows[3 * (step(report.leftStick.y) + 1) + step(report.leftStick.x) + 1]
  }

  /// Returns the state as a JSON object.
  ///
  /// The window is in ms. The stick is −32767 to 32767 (right and down are positive). The triggers are 0 to
  /// 255. The player's number is 0 while the crowd waits for a slot.
  func json(link: String) -> JSON {
    .object([
      ("link", .string(link)), ("player", .integer(UInt64(slot?.number ?? 0))),
      ("preset", .string(terms?.preset.label ?? "")), ("window", .integer(UInt64(terms?.window ?? 0))),
      ("limit", .integer(UInt64(terms?.limit ?? 0))), ("voters", .integer(UInt64(voters))),
      ("counted", .integer(UInt64(counted))), ("rounds", .integer(UInt64(rounds))),
      ("stick", .array([report.leftStick.x, report.leftStick.y].map { .signed(Int64($0)) })),
      ("triggers", .array([report.leftTrigger, report.rightTrigger].map { .integer(UInt64($0)) })),
      ("buttons", .integer(UInt64(report.buttons.rawValue))),
    ])
  }
}
