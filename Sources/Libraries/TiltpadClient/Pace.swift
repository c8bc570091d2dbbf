import Model
import Wire

/// The times at which packets with frames are due.
struct Pace: Sendable {
  /// The range in which a host may choose the maximum pause between packets, in ms.
  private static let keepAlives: ClosedRange<Int64> = 10...1_000
  /// The range in which a host may choose the sample rate, in Hz.
  private static let rates: ClosedRange<Int64> = 20...500
  /// The maximum pause between packets while a round is armed: about 60 packets a second.
  private static let armed = Interval.microseconds(16_000)
  /// The pause between packets of a controller that does not play.
  private static let idle = Interval.milliseconds(50)

  private var keepAlive = Pace.idle
  private var period = Interval.milliseconds(8)
  private var last: Instant?
  private var isFresh = false
  private var isHurried = false

  /// Adopts the host's maximum pause between packets and its sample rate, each clamped to its range.
  mutating func apply(_ welcome: Welcome) {
    keepAlive = .milliseconds(Int64(welcome.keepAlive).clamped(to: Pace.keepAlives))
    period = Interval(nanoseconds: 1_000_000_000 / Int64(welcome.rate).clamped(to: Pace.rates))
  }

  /// Records that a new sample is available.
  mutating func noteSample() { isFresh = true }

  /// Records that a button has moved, so that a packet is sent immediately.
  mutating func noteEdge() { isHurried = true }

  /// Makes a packet due immediately, because the host waits for one.
  mutating func begin() { last = nil }

  /// Records that a packet is sent at `now`.
  mutating func depart(at now: Instant) {
    last = now
    (isFresh, isHurried) = (false, false)
  }

  /// Returns the time at which the next packet is due.
  ///
  /// `isPlaying` is true if the controller plays, and `isArmed` is true if a round is armed. `copy` is the
  /// time at which a further copy of an edge is due, or nil.
  func due(isPlaying: Bool, isArmed: Bool = false, copy: Instant?) -> Instant {
    guard let last else { return .distantPast }
    guard isPlaying else { return last + Pace.idle }
    if isHurried { return .distantPast }
    let longest = isArmed ? min(keepAlive, Pace.armed) : keepAlive
    return min(last + longest, isFresh ? last + period : .distantFuture, copy ?? .distantFuture)
  }
}

extension Instant {
  /// A time before every time of a clock.
  static let distantPast = Instant(nanoseconds: .min)
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
