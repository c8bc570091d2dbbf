import Model

/// The packets' handling times on this machine, by player: from a packet's arrival to the end of the write to the pad.
///
/// Asking for an arrival time needs a system call, so only ten packets a second of each player are measured.
struct HandlingTimes {
  private static let period = Interval.milliseconds(100)

  private struct Entry {
    var counts = DelayCounts()
    var next = Instant(nanoseconds: .min)
  }

  private var entries = [Entry](repeating: Entry(), count: PlayerSlot.limit)

  /// The histogram of the player at `slot`.
  subscript(slot: PlayerSlot) -> DelayCounts { entries[slot.index].counts }

  /// Counts the handling time of a packet from the player at `slot`, if a measurement is due at `now`.
  ///
  /// `time` is called only for a measurement; it returns nil if the time is unknown.
  mutating func measure(_ slot: PlayerSlot, at now: Instant, _ time: () -> Interval?) {
    guard entries[slot.index].next <= now else { return }
    entries[slot.index].next = now + HandlingTimes.period
    if let time = time() { entries[slot.index].counts.add(time, first: DelayCounts.machine) }
  }

  /// Forgets the player at `slot`, who has left.
  mutating func clear(_ slot: PlayerSlot) { entries[slot.index] = Entry() }
}
