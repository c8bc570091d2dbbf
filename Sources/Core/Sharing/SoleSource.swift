import Model

/// The sensors of a shared pad, which follow one member at a time on a clock that never runs backwards.
struct SensorSource {
  private var source: PlayerSlot?
  private var shown: PadMotion?
  /// The lead of the pad's clock over the member's clock; nil until a reading of the member determines it.
  private var lead: Int64?

  /// Returns the reading of the pad for `motion`, the newest reading of `member`.
  ///
  /// `motion` is nil if the member has no sensors, or during the pause between two turns.
  mutating func follow(_ motion: PadMotion?, of member: PlayerSlot?) -> PadMotion? {
    if member != source { (source, lead) = (member, nil) }
    guard var next = motion else { return rest() }
    let former = shown.map { $0.time + 1 } ?? next.time
    let lead = lead ?? max(former - next.time, 0)
    self.lead = lead
    next.time += lead
    shown = next
    return next
  }

  /// Stops the rotation, which games would follow forever.
  private mutating func rest() -> PadMotion? {
    guard var next = shown, next.rotation != .zero else { return shown }
    next.rotation = .zero
    next.time += 1
    (shown, lead) = (next, nil)
    return next
  }
}

/// The fingers on the touchpad of a shared pad, which are those of one member at a time.
///
/// Between the fingers of two members, the touchpad is shown without fingers for a moment.
struct TouchSource {
  private var source: PlayerSlot?
  private var shown = TouchPoints.none
  /// The end of the moment in which the touchpad is shown without fingers; the distant future at other times.
  private(set) var end = Instant.distantFuture

  /// Returns the fingers of the pad for the `points` of `member`, which is nil if nobody has the touchpad.
  mutating func follow(
    _ points: TouchPoints, of member: PlayerSlot?, gap: Interval, at now: Instant
  ) -> TouchPoints {
    if member != source {
      source = member
      if !shown.isEmpty { end = now + gap }
    }
    if end <= now { end = .distantFuture }
    shown = end == .distantFuture ? points : .none
    return shown
  }
}
