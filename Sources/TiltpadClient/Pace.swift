import Model
import Wire

/// When the next packet with frames is due.
struct Pace: Sendable {
  /// The pauses that a host may ask for, in milliseconds.
  private static let keepAlives: ClosedRange<Int64> = 10...1_000
  /// The rates that a host may ask for, in Hz.
  private static let rates: ClosedRange<Int64> = 20...500
  /// How often a controller sends at least while a round of a quiz is armed: 60 times a second.
  private static let armed = Interval.microseconds(16_000)
  /// How often a controller sends that does not play.
  private static let idle = Interval.milliseconds(50)

  private var keepAlive = Pace.idle
  private var period = Interval.milliseconds(8)
  private var last: Instant?
  private var isFresh = false
  private var isHurried = false

  /// Takes what the host has said of it.
  mutating func take(_ welcome: Welcome) {
    keepAlive = .milliseconds(Int64(welcome.keepAlive).clamped(to: Pace.keepAlives))
    period = Interval(nanoseconds: 1_000_000_000 / Int64(welcome.rate).clamped(to: Pace.rates))
  }

  /// There is a new sample.
  mutating func noteSample() { isFresh = true }

  /// A button has moved: a packet leaves at once.
  mutating func noteEdge() { isHurried = true }

  /// The host waits for a packet.
  mutating func begin() { last = nil }

  /// A packet leaves.
  mutating func depart(at now: Instant) {
    last = now
    (isFresh, isHurried) = (false, false)
  }

  /// When the next one is due, of a controller that plays or not, in a round that is armed or not, with a further copy of an edge due
  /// at `copy`.
  func due(isPlaying: Bool, isArmed: Bool = false, copy: Instant?) -> Instant {
    guard let last else { return .distantPast }
    guard isPlaying else { return last + Pace.idle }
    if isHurried { return .distantPast }
    let longest = isArmed ? min(keepAlive, Pace.armed) : keepAlive
    return min(last + longest, isFresh ? last + period : .distantFuture, copy ?? .distantFuture)
  }
}

extension Instant {
  /// Before every instant that a clock can give.
  static let distantPast = Instant(nanoseconds: .min)
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
