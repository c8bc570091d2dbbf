public import Model

/// A limit on the lines in a journal about something that is missing.
///
/// The same missing thing is reported once, until another one is missing. At most eight lines come at once,
/// and after them one a minute.
public struct NewsLimit: Sendable {
  private var told = ""
  private var lines = TokenBucket(spacing: .seconds(60), burst: 8)

  /// Creates a limit with nothing reported.
  public init() {}

  /// Returns whether the missing `name` is to be reported at `now`.
  public mutating func isNews(missing name: String, at now: Instant) -> Bool {
    guard name != told, lines.consume(at: now) else { return false }
    told = name
    return true
  }
}
