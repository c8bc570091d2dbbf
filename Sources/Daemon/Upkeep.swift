import Model

/// The times at which the host's file is tidied: nobody plays, and somebody has played since the last time.
struct Upkeep: Sendable {
  /// The time between two looks at whether anybody plays.
  static let period = Interval.seconds(60)

  /// The age from which rounds are deleted; nil for never.
  var age: Interval?
  /// The time of the next look; the distant future while nobody has a slot and the file is tidy.
  private(set) var deadline: Instant
  /// True if the file may have grown since it was tidied.
  private var isStale = true

  /// Creates the upkeep of a daemon that starts at `now`, whose former run may have left the file untidy.
  init(at now: Instant) { deadline = now + Upkeep.period }

  /// Notes at `now` that a player has come or gone.
  mutating func noteChange(at now: Instant) {
    isStale = true
    deadline = min(deadline, now + Upkeep.period)
  }

  /// Returns whether the file is to be tidied at `now`; `isPlayed` says whether a player is connected, `isTaken` whether
  /// a slot waits for a player.
  mutating func isDue(at now: Instant, isPlayed: Bool, isTaken: Bool) -> Bool {
    guard deadline <= now else { return false }
    let isDue = isStale && !isPlayed
    isStale = isPlayed
    deadline = isPlayed || isTaken ? now + Upkeep.period : .distantFuture
    return isDue
  }
}
