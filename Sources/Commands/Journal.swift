import Model
import Platform

/// The lines that a long-running program writes about its events; repeated trouble is reported at most once a minute.
final class Journal {
  /// The time for which trouble that was reported is not reported again.
  static let quiet = Interval.seconds(60)

  private var troubles: [String: (told: Instant, count: Int)] = [:]

  /// Writes `line` on standard error, for a person or for the journal, unless it repeats trouble of the last minute.
  func write(_ line: String, isTrouble: Bool) {
    guard isTrouble else { return print(line) }
    if let line = trouble(line, at: Clock.now()) { print(line) }
  }

  /// Returns the line that reports the trouble `text` at `now`, with the number of repetitions since the last report;
  /// nil when the last report is less than a minute old.
  func trouble(_ text: String, at now: Instant) -> String? {
    guard let former = troubles[text], now - former.told < Journal.quiet else {
      let count = troubles[text]?.count ?? 0
      troubles[text] = (now, 0)
      return count == 0 ? text : "\(text) (\(count) more times since the last report)"
    }
    troubles[text] = (former.told, former.count + 1)
    return nil
  }

  private func print(_ line: String) {
    Stream.error.write("tiltpad: \(line)\n")
  }
}
