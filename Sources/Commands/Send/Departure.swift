import Model

/// How a sender ends: it lets go of everything, waits until the host knows, and says goodbye five times.
struct Departure: Sendable {
  /// How long the host may take to acknowledge the last edges.
  static let patience = Interval.seconds(1)
  /// When the goodbyes leave, since any of them can be lost (docs/protocol.md, "Order").
  static let farewells: [Interval] = [0, 20, 40, 80, 160].map { .milliseconds($0) }

  /// What is to be done.
  enum Step: Hashable, Sendable {
    /// Let go of everything.
    case rest
    /// Send a goodbye.
    case farewell
  }

  private enum Stage {
    case playing(until: Instant)
    case settling(until: Instant)
    case leaving(since: Instant, sent: Int)
    case gone
  }

  private var stage: Stage

  /// A departure that begins at `end`.
  init(at end: Instant) {
    stage = .playing(until: end)
  }

  /// Whether everything is said.
  var isOver: Bool {
    if case .gone = stage { true } else { false }
  }

  /// Whether goodbyes are being said, or were.
  var isLeaving: Bool {
    switch stage {
    case .playing, .settling: false
    case .leaving, .gone: true
    }
  }

  /// When ``next(at:isSettled:)`` has something to say, whether settled or not.
  var deadline: Instant {
    switch stage {
    case .playing(let end), .settling(let end): end
    case .leaving(let since, let sent): since + Departure.farewells[sent]
    case .gone: .distantFuture
    }
  }

  /// Begins now, unless it has begun.
  mutating func begin(at now: Instant) {
    if case .playing(let end) = stage { stage = .playing(until: min(end, now)) }
  }

  /// Begins now, or waits no longer if it has begun.
  mutating func hurry(at now: Instant) {
    if case .settling = stage { stage = .leaving(since: now, sent: 0) }
    begin(at: now)
  }

  /// What is to be done at `now`; nil when nothing more.
  mutating func next(at now: Instant, isSettled: Bool) -> Step? {
    switch stage {
    case .playing(let end) where end <= now:
      stage = .settling(until: now + Departure.patience)
      return .rest
    case .settling(let end) where isSettled || end <= now:
      stage = .leaving(since: now, sent: 0)
      return next(at: now, isSettled: isSettled)
    case .leaving(let since, let sent) where since + Departure.farewells[sent] <= now:
      let isLast = sent + 1 == Departure.farewells.count
      stage = isLast ? .gone : .leaving(since: since, sent: sent + 1)
      return .farewell
    default:
      return nil
    }
  }
}
