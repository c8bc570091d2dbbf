import Gamepad
import Model
import Platform

/// The pads that udev has not finished, which games can neither find nor open yet.
struct PadArrivals: ~Copyable {
  /// The maximum number of changes of input devices examined in one wake-up.
  private static let changesPerWake = 32

  private let nodes: InputNodes?
  /// The time since which the pad of each slot has been expected; nil if none is.
  private var expected = [Instant?](repeating: nil, count: PlayerSlot.limit)

  /// Creates an empty set.
  ///
  /// No pad ever arrives without udev, or if the pads are not devices.
  init(hasPads: Bool) {
    nodes = hasPads ? try? InputNodes() : nil
  }

  /// Makes `poller` wake with `token` when an input device has changed.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try nodes?.join(poller, token: token)
  }

  /// Expects the pad at `slot`, which has been wanted since `instant`.
  mutating func expect(_ slot: PlayerSlot, from instant: Instant) { expected[slot.index] = instant }

  /// Returns whether udev has yet to finish a pad in `table`; a pad that is gone does not count.
  func isExpecting(in table: borrowing PadTable) -> Bool {
    guard nodes != nil else { return false }
    for index in expected.indices where expected[index] != nil && table.places[index].pad != nil {
      return true
    }
    return false
  }

  /// Returns the next pad in `table` that udev has finished by `now`, its node, and the time taken; nil if there is
  /// none.
  mutating func next(of table: borrowing PadTable, at now: Instant) -> (PlayerSlot, InputNode, Interval)? {
    for _ in 0..<PadArrivals.changesPerWake {
      guard let change = nodes?.nextChange() else { return nil }
      guard case .added(let node) = change, node.isOwn else { continue }
      for slot in PlayerSlots.all.each {
        guard let start = expected[slot.index], PadArrivals.isPad(table.device(of: slot), node) else {
          continue
        }
        expected[slot.index] = nil
        return (slot, node, now - start)
      }
    }
    return nil
  }

  /// Returns whether `node` belongs to the pad named `device`.
  ///
  /// A uinput pad has a single device, which `device` names. The devices of a pad with HID reports share `device` as
  /// their `uniq`; the pad is the one that udev marks as a joystick.
  private static func isPad(_ device: String?, _ node: InputNode) -> Bool {
    node.device == device || node.uniq == device && node.isJoystick
  }
}
