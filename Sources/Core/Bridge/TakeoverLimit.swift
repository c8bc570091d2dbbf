import Cryptography
import Model

/// The recent takeovers of each key's session.
///
/// A key for which two controllers contend is shut out for a while.
struct TakeoverLimit: Sendable {
  /// The number of takeovers within ``period`` above which a key is shut out for ``shutOutPeriod``.
  static let limit = 3
  static let period = Interval.seconds(10)
  static let shutOutPeriod = Interval.seconds(30)

  private struct Contention {
    var since: Instant
    var count = 0
    var isShutOut = false
  }

  private var contentions: [PublicKey: Contention] = [:]

  /// Records that a new session of `key` has replaced another at `now`.
  ///
  /// Returns whether this takeover causes the key to be shut out.
  mutating func note(_ key: PublicKey, at now: Instant) -> Bool {
    var contention = contentions[key] ?? Contention(since: now)
    if now - contention.since > TakeoverLimit.period { contention = Contention(since: now) }
    contention.count += 1
    let isNew = contention.count > TakeoverLimit.limit && !contention.isShutOut
    if isNew { (contention.isShutOut, contention.since) = (true, now) }
    contentions[key] = contention
    contentions = contentions.filter { now - $0.value.since <= TakeoverLimit.shutOutPeriod }
    return isNew
  }

  /// Returns whether two controllers have recently contended for the session of `key`.
  func isShutOut(_ key: PublicKey, at now: Instant) -> Bool {
    contentions[key].map { $0.isShutOut && now - $0.since < TakeoverLimit.shutOutPeriod } ?? false
  }
}
