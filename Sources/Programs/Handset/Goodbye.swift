package import Model

/// The end of a transmission: the sender releases all controls, waits for the host's acknowledgement, and says goodbye
/// five times.
package struct Goodbye: Sendable {
  /// The time allowed for the host to acknowledge the last edges.
  package static let patience = Interval.seconds(1)
  /// The times of the goodbyes, counted from the first; any of them can be lost (docs/protocol.md, "Order").
  package static let farewells: [Interval] = [0, 20, 40, 80, 160].map { .milliseconds($0) }

  /// The steps of the departure.
  package enum Step: Hashable, Sendable {
    /// The release of all controls.
    case rest
    /// A goodbye to send.
    case farewell
  }

  private enum Phase {
    case playing(until: Instant)
    case settling(until: Instant)
    case leaving(since: Instant, sent: Int)
    case gone
  }

  private var stage: Phase

  /// Creates a departure that begins at `end`.
  package init(at end: Instant) {
    stage = .playing(until: end)
  }

  /// True if all goodbyes have been sent.
  package var isOver: Bool {
    if case .gone = stage { true } else { false }
  }

  /// True if the goodbyes have begun.
  package var isLeaving: Bool {
    switch stage {
    case .playing, .settling: false
    case .leaving, .gone: true
    }
  }

  /// The time of the next step; the step comes earlier if the host has acknowledged everything by then.
  package var deadline: Instant {
    switch stage {
    case .playing(let end), .settling(let end): end
    case .leaving(let since, let sent): since + Goodbye.farewells[sent]
    case .gone: .distantFuture
    }
  }

  /// Begins the departure at `now`, unless it has begun.
  package mutating func begin(at now: Instant) {
    if case .playing(let end) = stage { stage = .playing(until: min(end, now)) }
  }

  /// Begins the departure at `now`; if it has begun, stops waiting for acknowledgements.
  package mutating func hurry(at now: Instant) {
    if case .settling = stage { stage = .leaving(since: now, sent: 0) }
    begin(at: now)
  }

  /// Returns the step that is due at `now`; nil if none is.
  ///
  /// `isSettled` is true if the host has acknowledged everything.
  package mutating func next(at now: Instant, isSettled: Bool) -> Step? {
    switch stage {
    case .playing(let end) where end <= now:
      stage = .settling(until: now + Goodbye.patience)
      return .rest
    case .settling(let end) where isSettled || end <= now:
      stage = .leaving(since: now, sent: 0)
      return next(at: now, isSettled: isSettled)
    case .leaving(let since, let sent) where since + Goodbye.farewells[sent] <= now:
      let isLast = sent + 1 == Goodbye.farewells.count
      stage = isLast ? .gone : .leaving(since: since, sent: sent + 1)
      return .farewell
    default:
      return nil
    }
  }
}
