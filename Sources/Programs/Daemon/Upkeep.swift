import Model

/// The times for tidying the host's file: while nobody plays, once after the start and once after each change
/// of players.
struct Upkeep: Sendable {
  /// The pause between two checks for players.
  static let period = Interval.seconds(60)

  /// The age from which rounds, and earlier quizzes without rounds, are deleted; nil for no limit.
  var age: Interval?
  /// The time of the next check; the distant future while nobody has a slot and the file is tidy.
  private(set) var deadline: Instant
  /// True if the file may have grown since it was last tidied.
  private var isStale = true

  /// Creates the upkeep of a daemon that starts at `now`; its previous run may have left the file untidy.
  init(at now: Instant) { deadline = now + Upkeep.period }

  /// Records at `now` that players may have arrived or left.
  mutating func noteChange(at now: Instant) {
    isStale = true
    deadline = min(deadline, now + Upkeep.period)
  }

  /// Returns whether the file should be tidied at `now`.
  ///
  /// `isPlayed` is true if a player is connected; `isTaken` is true if a slot has a player, connected or not.
  mutating func isDue(at now: Instant, isPlayed: Bool, isTaken: Bool) -> Bool {
    guard deadline <= now else { return false }
    let isDue = isStale && !isPlayed
    isStale = isPlayed
    deadline = isPlayed || isTaken ? now + Upkeep.period : .distantFuture
    return isDue
  }
}
