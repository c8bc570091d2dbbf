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

  /// Counts the time that a packet of the player in `slot` took, if one is to be measured at `now`; only then is
  /// `time` called, which returns nil if the time is unknown.
  mutating func measure(_ slot: PlayerSlot, at now: Instant, _ time: () -> Interval?) {
    guard entries[slot.index].next <= now else { return }
    entries[slot.index].next = now + HandlingTimes.period
    if let time = time() { entries[slot.index].counts.add(time, first: DelayCounts.machine) }
  }

  /// Forgets the player in `slot`, who has left.
  mutating func clear(_ slot: PlayerSlot) { entries[slot.index] = Entry() }
}
