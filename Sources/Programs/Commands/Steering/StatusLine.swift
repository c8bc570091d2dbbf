import Handset
import Model
import Platform

/// The status line of a terminal, which is redrawn in the same place.
final class StatusLine {
  /// The minimum time between two drawings.
  static let period = Interval.milliseconds(50)

  /// True if the line is drawn; false without a terminal.
  var isShown: Bool
  private var drawnAt: Instant?
  private var drawn = ""

  /// Creates a status line that is drawn if `isShown`.
  init(isShown: Bool = false) {
    self.isShown = isShown
  }

  /// The earliest time of the next drawing; the distant future if the line is not shown.
  var nextDue: Instant {
    guard isShown else { return .distantFuture }
    return drawnAt.map { $0 + StatusLine.period } ?? Instant(nanoseconds: 0)
  }

  /// Draws the text that `text` returns for the terminal's columns, if a drawing is due and the text has changed.
  func show(at now: Instant, _ text: (Int) -> String) {
    guard isShown, nextDue <= now else { return }
    drawnAt = now
    let text = text(Terminal.size()?.columns ?? 80)
    guard text != drawn else { return }
    drawn = text
    Stream.output.write("\r\(text)\u{1b}[K")
  }

  /// Prints `text` on a line of its own, above the status line.
  func makeRoom(for text: String) {
    Stream.output.write(isShown ? "\r\(text)\u{1b}[K\n" : "\(text)\n")
    drawn = ""
  }

  /// Leaves the last drawing in place, and moves the cursor to the line below it.
  func end() {
    if isShown { Stream.output.write("\n") }
    isShown = false
  }

  /// Returns the controls and the meanings of the keys, in fewer than `columns` characters.
  static func text(of controls: Controls, columns: Int) -> String {
    "\(controls.text)  \(Key.summary)".clipped(to: columns - 1)
  }
}
