import Guards
import Model

/// The rate limits of one page over all its connections (docs/web.md, "Limits").
///
/// They are checked before a message causes work for others. They belong to the page's controller, so that a
/// new connection does not refill them.
struct PageAllowance: Sendable {
  /// The verdicts on a page's text, packet, request or connection.
  enum Verdict: Hashable, Sendable {
    /// The message is accepted.
    case heard
    /// The message is dropped.
    case dropped
    /// The message is dropped, and the page has to be closed.
    case tooMuch
  }

  /// The token bucket for texts and new connections, large enough for a user who hurriedly changes names or teams.
  private var texts = RateLimit(rate: 20, burst: 32, patience: .zero)
  /// The token bucket for packets and requests, with the same limits as the bridge's own players.
  private var packets = RateLimit(rate: 500, burst: 256, patience: .seconds(3))

  /// Consumes a token for a text or a new connection at `now`; returns the verdict.
  mutating func consumeText(at now: Instant) -> Verdict { PageAllowance.consume(&texts, at: now) }

  /// Consumes a token for a packet or a request at `now`; returns the verdict.
  mutating func consumePacket(at now: Instant) -> Verdict { PageAllowance.consume(&packets, at: now) }

  private static func consume(_ limit: inout RateLimit, at now: Instant) -> Verdict {
    if limit.consume(at: now) { return .heard }
    return limit.isExhausted ? .tooMuch : .dropped
  }
}
