import Model
import Platform

/// The line of a terminal that shows what the person does, drawn again and again in the same place.
struct StatusLine: Sendable {
  /// How often it is drawn.
  static let period = Interval.milliseconds(50)

  /// Whether there is a terminal to show it.
  var isShown = false
  private var drawnAt: Instant?
  private var drawn = ""

  /// When it is to be drawn next.
  var nextDue: Instant {
    guard isShown else { return .distantFuture }
    return drawnAt.map { $0 + StatusLine.period } ?? Instant(nanoseconds: 0)
  }

  /// Draws what `text` makes for so many columns, if it is time and anything has changed.
  mutating func show(at now: Instant, _ text: (Int) -> String) {
    guard isShown, nextDue <= now else { return }
    drawnAt = now
    let text = text(Terminal.size()?.columns ?? 80)
    guard text != drawn else { return }
    drawn = text
    Stream.output.write("\r\(text)\u{1b}[K")
  }

  /// Prints `text` on a line of its own; what is shown goes on below it.
  mutating func makeRoom(for text: String) {
    Stream.output.write(isShown ? "\r\(text)\u{1b}[K\n" : "\(text)\n")
    drawn = ""
  }

  /// Leaves it as it is, and the rest of the terminal to others.
  mutating func end() {
    if isShown { Stream.output.write("\n") }
    isShown = false
  }

  /// The tilt in radians, the buttons that are down, and the keys, in less than `columns` characters.
  static func text(of controls: Controls, columns: Int) -> String {
    "\(controls.text)  \(Key.summary)".clipped(to: columns - 1)
  }
}
