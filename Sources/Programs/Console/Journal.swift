public import Model
import Platform

/// The lines that a long-running program writes about its events.
///
/// A repeated problem is reported at most once a minute. A line is lost if systemd's journal or standard
/// error does not accept it immediately, for example because a terminal is stopped or a log hangs. No log
/// therefore holds up a packet. The number of lost lines is reported before the next line that is accepted.
public final class Journal {
  /// The time for which a reported problem is not reported again.
  public static let quiet = Interval.seconds(60)
  /// The maximum number of problems that are remembered, since their texts may contain names from the network.
  static let limit = 256

  private(set) var troubles: [String: (told: Instant, count: Int)] = [:]
  private var lost = 0
  /// Writes a text to the log, and returns whether the log has accepted it.
  private let log: (String) -> Bool
  /// The socket for entries with fields; nil if standard error is not connected to the journal.
  private let socket: JournalSocket?

  /// Creates a journal that writes lines to `log`, which returns false if it cannot accept a text immediately.
  public init(_ log: @escaping (String) -> Bool) { (self.log, socket) = (log, nil) }

  /// Creates the program's journal.
  ///
  /// It writes entries to systemd's journal if standard error is connected to it, and lines otherwise.
  public init() { (log, socket) = (Stream.error.writeAtOnce, .own) }

  /// Writes `line` to standard error or, with `fields`, to the journal, unless it repeats a problem of the last minute.
  public func write(_ line: String, isTrouble: Bool, _ fields: JournalFields = JournalFields("")) {
    guard isTrouble else { return print(line, fields) }
    if let line = trouble(line, at: Clock.now()) { print(line, fields) }
  }

  /// Returns the line about the problem `text` at `now`, with the number of repetitions since its last report.
  ///
  /// Returns nil if the last report is less than a minute old.
  public func trouble(_ text: String, at now: Instant) -> String? {
    guard let former = troubles[text], now - former.told < Journal.quiet else {
      let count = troubles[text]?.count ?? 0
      if troubles[text] == nil, troubles.count >= Journal.limit { forget(at: now) }
      troubles[text] = (now, 0)
      return count == 0 ? text : "\(text) (\(count) more times since the last report)"
    }
    troubles[text] = (former.told, former.count + 1)
    return nil
  }

  /// Forgets the problems that would be reported again in any case, or the one that was reported longest ago.
  private func forget(at now: Instant) {
    troubles = troubles.filter { now - $0.value.told < Journal.quiet }
    guard troubles.count >= Journal.limit else { return }
    if let oldest = troubles.min(by: { $0.value.told < $1.value.told }) { troubles[oldest.key] = nil }
  }

  private func print(_ line: String, _ fields: JournalFields) {
    if lost > 0, put("lines lost because the log was blocked: \(lost)", JournalFields("lines-lost")) {
      lost = 0
    }
    if lost > 0 || !put(line, fields) { lost += 1 }
  }

  /// Passes a text to the journal or to the log; returns whether it was accepted.
  private func put(_ line: String, _ fields: JournalFields) -> Bool {
    socket?.send(fields.entry(of: "tiltpad: \(line)")) ?? log("tiltpad: \(line)\n")
  }
}
