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

  /// The number of characters in a line.
  var columns: Int { size + 2 * QRCode.quietZone }

  /// Returns the lines of the drawing, the quiet zone included.
  func lines(_ style: Style) -> [String] {
    let whole = -QRCode.quietZone..<size + QRCode.quietZone
    return stride(from: whole.lowerBound, to: whole.upperBound, by: 2).map { row in
      let blocks = whole.map { QRCode.block(isDark: self[row, $0], andBelow: self[row + 1, $0]) }
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
