import Engine
import Model
import Platform

/// The work that no packet waits for.
///
/// Some of it waits until the players have not changed for a while, and some until nobody plays.
extension Executor {
  /// The time at which ``settle(at:)`` is due.
  var quietDeadline: Instant { min(quietMoment.deadline, upkeep.deadline, settingDesk.deadline) }

  /// Ends trials of settings, releases memory that only joins and leaves need, and makes the writer tidy the file, if due
  /// at `now`.
  ///
  /// If the file cannot be tidied, the next attempt follows after someone has played again.
  mutating func settle(at now: Instant) {
    if settingDesk.deadline <= now {
      settingDesk.advance(to: now)
      tryOut(at: now)
    }
    if quietMoment.hasCome(at: now) {
      Memory.settle()
      upkeep.noteChange(at: now)
    }
    guard upkeep.deadline <= now else { return }
    let (isPlayed, isTaken) = (engine.connected != [], engine.players != [])
    guard upkeep.isDue(at: now, isPlayed: isPlayed, isTaken: isTaken) else { return }
    let age = upkeep.age.map { $0.nanoseconds / 1_000_000 }
    try? writer?.submit(.tidy(keeping: age, at: WallClock.milliseconds()), of: .upkeep)
  }
}
