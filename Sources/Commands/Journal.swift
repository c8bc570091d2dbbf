import Model
import Platform

/// The lines that a program which stays writes about what happens; trouble that repeats is told at most once a minute.
final class Journal {
  /// How long trouble that was told is not told again.
  static let quiet = Interval.seconds(60)

  private var troubles: [String: (told: Instant, count: Int)] = [:]

  /// Writes `line` on standard error, for a person or for the journal.
  func write(_ line: String, isTrouble: Bool) {
    guard isTrouble else { return print(line) }
    if let line = trouble(line, at: Clock.now()) { print(line) }
  }

  /// The line for the trouble `text` at `now`, with how often it came since it was told last; nil when that was just now.
  func trouble(_ text: String, at now: Instant) -> String? {
    guard let former = troubles[text], now - former.told < Journal.quiet else {
      let count = troubles[text]?.count ?? 0
      troubles[text] = (now, 0)
      return count == 0 ? text : "\(text) (\(count) times more since this was said last)"
    }
    troubles[text] = (former.told, former.count + 1)
    return nil
  }

  private func print(_ line: String) {
    Stream.error.write("tiltpad: \(line)\n")
  }
}
