import Gamepad
import Model
import Platform

/// The pads with which udev has yet to finish: until then, games neither find a pad nor may they open it.
struct PadArrivals: ~Copyable {
  /// The most changes of input devices that are looked at in one wake-up.
  private static let changesPerWake = 32

  private let nodes: InputNodes?
  /// The time from which the pad of each slot is expected; nil without one.
  private var expected = [Instant?](repeating: nil, count: PlayerSlot.limit)

  /// Creates the arrivals of no pads; without udev, or if the pads are no devices, none ever arrives.
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

  /// Returns the next pad of `table` with which udev has finished by `now`, its node, and the time that it has taken; nil
  /// when there is none.
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

  /// Returns whether `node` is that of the pad with the name `device`: that of the only device of a pad of uinput, or of
  /// the devices of a pad of HID reports the one with buttons.
  private static func isPad(_ device: String?, _ node: InputNode) -> Bool {
    node.device == device || node.uniq == device && node.isJoystick
  }
}
