import Model
import Session

/// What one page may say before it costs others anything, whatever connections it says it by (docs/web.md, "Limits").
///
/// It stays with the page's controller, so that it is no fuller after another connection.
struct PageAllowance: Sendable {
  /// What came of something that a page has said.
  enum Verdict: Hashable, Sendable {
    /// It is heard.
    case heard
    /// It is not.
    case dropped
    /// It is not, and the page is to be closed.
    case tooMuch
  }

  /// Texts and new connections: a person who changes a name or chooses teams in a hurry stays below.
  private var texts = RateLimit(rate: 20, burst: 32, patience: .zero)
  /// Packets and requests, as the bridge has it for players of its own.
  private var packets = RateLimit(rate: 500, burst: 256, patience: .seconds(3))

  /// Takes a text or a new connection at `now`.
  mutating func takeText(at now: Instant) -> Verdict { PageAllowance.take(&texts, at: now) }

  /// Takes a packet or a request at `now`.
  mutating func takePacket(at now: Instant) -> Verdict { PageAllowance.take(&packets, at: now) }

  private static func take(_ limit: inout RateLimit, at now: Instant) -> Verdict {
    if limit.take(at: now) { return .heard }
    return limit.isExhausted ? .tooMuch : .dropped
  }
}
