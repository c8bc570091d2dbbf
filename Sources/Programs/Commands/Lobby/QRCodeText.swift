import QR

/// Drawing of a QR code as text.
///
/// Half blocks show two rows of modules in each line; the quiet zone surrounds the code.
extension QRCode {
  /// The colours of the drawing.
  enum Style: Sendable {
    /// Black on white, regardless of the terminal's colours.
    case blackOnWhite
    /// The dark modules as blocks in the text colour, for terminals with dark text on a light background.
    case plain
  }

  /// The number of characters in a line at scale 1.
  var columns: Int { size + 2 * QRCode.quietZone }

  /// Returns the number of lines at `scale`.
  func rows(scale: Int = 1) -> Int { (columns * scale + 1) / 2 }

  /// Returns the lines of the drawing, including the quiet zone; a module is `scale` columns wide and half as many
  /// lines high.
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

  /// The escape sequence for black on white from the 256-colour cube (ECMA-48, SGR 38 and 48).
  ///
  /// Themes leave this cube alone, unlike the first 16 colours.
  private static let black = "\u{1b}[38;5;16;48;5;231m"
  private static let reset = "\u{1b}[0m"
}
