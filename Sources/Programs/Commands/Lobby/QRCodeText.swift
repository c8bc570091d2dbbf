import QR

/// Drawing of a QR code as text: each line has half blocks for two rows of modules, and the quiet zone surrounds the
/// code.
extension QRCode {
  /// The colours in which the code is drawn.
  enum Style: Sendable {
    /// Black on white, regardless of the terminal's colours.
    case blackOnWhite
    /// Blocks in the colour of the text for the dark modules, for terminals with dark text on a light ground.
    case plain
  }

  /// The number of characters in a line at scale 1.
  var columns: Int { size + 2 * QRCode.quietZone }

  /// Returns the number of lines at `scale`.
  func rows(scale: Int = 1) -> Int { (columns * scale + 1) / 2 }

  /// Returns the lines of the drawing, the quiet zone included; a module is `scale` characters wide and half as many lines high.
  func lines(_ style: Style, scale: Int = 1) -> [String] {
    stride(from: 0, to: columns * scale, by: 2).map { row in
      let (upper, lower) = (row / scale - QRCode.quietZone, (row + 1) / scale - QRCode.quietZone)
      let blocks = (0..<columns).flatMap { column in
        let module = column - QRCode.quietZone
        return repeatElement(
          QRCode.block(isDark: self[upper, module], andBelow: self[lower, module]), count: scale)
      }
      return style == .plain ? String(blocks) : "\(QRCode.black)\(String(blocks))\(QRCode.reset)"
    }
  }

  private static func block(isDark upper: Bool, andBelow lower: Bool) -> Character {
    switch (upper, lower) {
    case (false, false): " "
    case (true, false): "▀"
    case (false, true): "▄"
    case (true, true): "█"
    }
  }

  /// The escape sequence for black on white of the 256-colour cube, which themes leave alone, unlike the first 16
  /// colours (ECMA-48, SGR 38 and 48).
  private static let black = "\u{1b}[38;5;16;48;5;231m"
  private static let reset = "\u{1b}[0m"
}
