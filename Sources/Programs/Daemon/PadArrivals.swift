import Gamepad
import Model
import Platform

/// The pads that udev has not finished with: until then, games neither find a pad nor have permission to open it.
struct PadArrivals: ~Copyable {
  /// The most changes of input devices that are looked at in one wake-up.
  private static let changesPerWake = 32

  private let nodes: InputNodes?
  /// The time from which the pad of each slot is expected; nil without one.
  private var expected = [Instant?](repeating: nil, count: PlayerSlot.limit)

  /// Creates an empty set; without udev, or if the pads are not devices, no pad ever arrives.
  init(hasPads: Bool) {
    nodes = hasPads ? try? InputNodes() : nil
  }

  /// Makes `poller` wake with `token` when an input device has changed.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try nodes?.join(poller, token: token)
  }

  /// Expects the pad of `slot`, which has been wanted since `instant`.
  mutating func expect(_ slot: PlayerSlot, from instant: Instant) { expected[slot.index] = instant }

  /// Returns the next pad of `table` that udev has finished with by `now`, its node, and the time that took; nil when
  /// there is none.
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

  /// Returns whether `node` belongs to the pad with the name `device`: a uinput pad's only device, or the device with
  /// buttons among those of a pad with HID reports.
  private static func isPad(_ device: String?, _ node: InputNode) -> Bool {
    node.device == device || node.uniq == device && node.isJoystick
  }
}
