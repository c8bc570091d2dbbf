public import Model

/// The share of unknown senders' datagrams that is accepted.
///
/// It keeps the number of accepted datagrams near a limit, even in a flood. A sender that keeps trying gets
/// through before long.
public struct StrangerShare: Sendable {
  /// The minimum time between two adaptations of the share.
  static let window = Interval.milliseconds(10)
  /// The share that accepts all datagrams.
  static let whole = UInt32.max
  /// The smallest share.
  static let least = whole / 4_096

  /// The share, in 1/`UInt32.max`.
  public private(set) var share = whole
  private let limit: Int64
  private var count: Int64 = 0
  private var began = Instant(nanoseconds: 0)

  /// Creates a share for at most `limit` datagrams a second.
  public init(limit: Int64) {
    self.limit = limit
  }

  /// True if all datagrams are accepted.
  public var isWhole: Bool { share == StrangerShare.whole }

  /// Counts `number` datagrams that were accepted.
  public mutating func count(_ number: Int) { count += Int64(number) }

  /// Adapts the share to the datagrams counted; returns true once per window.
  public mutating func adapt(at now: Instant) -> Bool {
    let passed = now - began
    guard passed >= StrangerShare.window else { return false }
    // After a pause, no more datagrams are expected than in one second.
    let expected = limit * min(passed, .seconds(1)).nanoseconds / 1_000_000_000
    if count > expected {
      share = max(StrangerShare.least, UInt32(Int64(share) / count * expected))
    } else if count < expected / 2 {
      share = share >= StrangerShare.whole / 2 ? StrangerShare.whole : 2 * share
    }
    (began, count) = (now, 0)
    return true
  }
}
