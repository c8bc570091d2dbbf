import Platform

/// The terminal as a picture that is drawn over and over; as it was before once this is gone.
struct Screen: ~Copyable {
  private let keys: Terminal.KeyMode?

  /// Where there is nothing to ask, the size that terminals have had since the VT100.
  static let usualSize = Terminal.Size(columns: 80, rows: 24)

  /// Turns to the terminal's other screen and hides the cursor; keys are not shown if the input is a terminal.
  init() {
    keys = try? Terminal.KeyMode(.input)
    Stream.output.write("\u{1b}[?1049h\u{1b}[?25l")
  }

  deinit {
    Stream.output.write("\u{1b}[?25h\u{1b}[?1049l")
  }

  /// The size that the terminal has now.
  var size: Terminal.Size { Terminal.size(of: .output) ?? Screen.usualSize }

  /// Shows `lines`, the first one in reverse; false when the terminal is gone.
  func draw(_ lines: [String], size: Terminal.Size) -> Bool {
    Stream.output.write(Screen.picture(lines, size: size))
  }

  /// Every place of the screen is written anew, so that nothing has to be erased and nothing flickers.
  static func picture(_ lines: [String], size: Terminal.Size) -> String {
    let rows = (0..<size.rows).map { row in
      let text = (row < lines.count ? lines[row] : "").leading(size.columns)
      return row == 0 ? "\u{1b}[7m\(text)\u{1b}[m" : text
    }
    return "\u{1b}[H" + rows.joined(separator: "\r\n")
  }
}
