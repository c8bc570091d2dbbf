import Engine
import Model
import Platform

/// The work that waits until the players have not changed for some time, or nobody plays.
extension Executor {
  /// The deadline for ``settle(at:)``.
  var quietDeadline: Instant { min(quietMoment.deadline, upkeep.deadline) }

  /// Releases memory that only joins and leaves need, and makes the writer tidy the file, if that is due at `now`.
  ///
  /// If the file cannot be tidied, the next try follows after someone else has played.
  mutating func settle(at now: Instant) {
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
