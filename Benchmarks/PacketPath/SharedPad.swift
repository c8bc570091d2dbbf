import CBaseline
import Model
import Platform
import Sharing

/// Lets four players move one pad with each preset, and prints the cost of a report with the slowest.
///
/// Returns true if no allocation was counted.
func showSharedPad() -> Bool {
  let rounds: Int64 = 100_000
  var slowest = 0.0
  var allocations: UInt64 = 0
  for preset in SharePreset.allCases {
    var (sharing, report) = (Sharing(), PadReport())
    var now = Instant(nanoseconds: 1_000_000_000)
    _ = sharing.begin(
      PlayerSlot(index: 0), with: PlayerSlots(rawValue: 0b1110), ShareTerms(preset), showing: report,
      dwell: .milliseconds(20), at: now)
    allocations_start()
    let start = Clock.now()
    for round in 0..<rounds {
      now = now + .milliseconds(2)
      report.leftStick = Stick(x: Int16(truncatingIfNeeded: round &* 7_919), y: 4_000)
      if round % 40 == 0 { report.buttons = report.buttons ^ Buttons(.a) }
      _ = sharing.receive(report, of: PlayerSlot(index: Int(round % 4)), at: now)
      while sharing.next(at: now) != nil {}
    }
    slowest = max(slowest, Double((Clock.now() - start).nanoseconds) / Double(rounds))
    allocations += allocations_stop()
  }
  print(
    "shared pad of four: at most \(slowest.text(0)) ns a report, \(allocations) allocations:",
    allocations == 0 ? "PASS" : "FAIL")
  return allocations == 0
}
