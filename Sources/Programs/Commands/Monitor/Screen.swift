import Platform

/// The terminal as a picture that is redrawn in place; the previous contents return when the value ends.
struct Screen: ~Copyable {
  private let keys: Terminal.KeyMode?

  /// The size to assume if the terminal reports none: the VT100's.
  static let usualSize = Terminal.Size(columns: 80, rows: 24)

  /// Switches to the terminal's alternate screen and hides the cursor; turns off the echo of keys if the input is a
  /// terminal.
  init() {
    keys = try? Terminal.KeyMode(.input)
    Stream.output.write("\u{1b}[?1049h\u{1b}[?25l")
  }

  deinit {
    Stream.output.write("\u{1b}[?25h\u{1b}[?1049l")
  }

  /// The terminal's current size.
  var size: Terminal.Size { Terminal.size(of: .output) ?? Screen.usualSize }

  /// Draws `lines`, the first in reverse video; returns false if the terminal is gone.
  func draw(_ lines: [String], size: Terminal.Size) -> Bool {
    Stream.output.write(Screen.picture(lines, size: size))
  }

  /// Returns the output that draws `lines`.
  ///
  /// It overwrites every position of the screen instead of erasing it first, which would flicker.
  static func picture(_ lines: [String], size: Terminal.Size) -> String {
    let rows = (0..<size.rows).map { row in
      let text = (row < lines.count ? lines[row] : "").leading(size.columns)
      return row == 0 ? "\u{1b}[7m\(text)\u{1b}[m" : text
    }
    return "\u{1b}[H" + rows.joined(separator: "\r\n")
  }
}
