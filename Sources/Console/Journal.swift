public import Model
public import Platform

/// The lines that a long-running program writes about its events; repeated trouble is reported at most once a minute.
///
/// A line that standard error does not take at once, such as a terminal that is stopped or a log that hangs, is lost: no log holds
/// up a packet. The number of lost lines is reported as soon as standard error takes lines again.
public final class Journal {
  /// The time for which trouble that was reported is not reported again.
  public static let quiet = Interval.seconds(60)

  private var troubles: [String: (told: Instant, count: Int)] = [:]
  private var lost = 0
  /// Writes a text to the log, and returns whether the log has taken it.
  private let log: (String) -> Bool

  /// Creates a journal that writes to `log`, which returns false if it does not take a text at once.
  public init(_ log: @escaping (String) -> Bool = Stream.error.writeAtOnce) { self.log = log }

  /// Writes `line` on standard error, for a person or for the journal, unless it repeats trouble of the last minute.
  public func write(_ line: String, isTrouble: Bool) {
    guard isTrouble else { return print(line) }
    if let line = trouble(line, at: Clock.now()) { print(line) }
  }

  /// Returns the line that reports the trouble `text` at `now`, with the number of repetitions since the last report;
  /// nil when the last report is less than a minute old.
  public func trouble(_ text: String, at now: Instant) -> String? {
    guard let former = troubles[text], now - former.told < Journal.quiet else {
      let count = troubles[text]?.count ?? 0
      troubles[text] = (now, 0)
      return count == 0 ? text : "\(text) (\(count) more times since the last report)"
    }
    troubles[text] = (former.told, former.count + 1)
    return nil
  }

  private func print(_ line: String) {
    if lost > 0, log("tiltpad: lines lost, because nothing took them: \(lost)\n") { lost = 0 }
    if lost > 0 || !log("tiltpad: \(line)\n") { lost += 1 }
  }
}
