import Model

/// The times that packets take on this machine, by player: from the arrival of a packet to the end of the write to the pad.
///
/// Asking for the arrival is a system call, so ten packets a second of each player are measured.
struct HandlingTimes {
  private static let period = Interval.milliseconds(100)

  private struct Entry {
    var counts = DelayCounts()
    var next = Instant(nanoseconds: .min)
  }

  private var entries = [Entry](repeating: Entry(), count: PlayerSlot.limit)

  /// The histogram of the player in `slot`.
  subscript(slot: PlayerSlot) -> DelayCounts { entries[slot.index].counts }

  /// Returns whether a packet of the player in `slot` is to be measured, and if so, counts on a measurement.
  mutating func isDue(_ slot: PlayerSlot, at now: Instant) -> Bool {
    guard entries[slot.index].next <= now else { return false }
    entries[slot.index].next = now + HandlingTimes.period
    return true
  }

  /// Counts the time that a packet of the player in `slot` has taken; nil if it is not known.
  mutating func add(_ time: Interval?, of slot: PlayerSlot) {
    if let time { entries[slot.index].counts.add(time, first: DelayCounts.machine) }
  }

  /// Forgets the player in `slot`, who has left.
  mutating func clear(_ slot: PlayerSlot) { entries[slot.index] = Entry() }
}
