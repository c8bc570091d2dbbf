import QR

/// How a QR code is shown as text: two rows of modules in a line of half blocks, with the quiet zone around.
extension QRCode {
  /// In which colours it is shown.
  enum Style: Sendable {
    /// Black on white, whatever colours the terminal has.
    case blackOnWhite
    /// Blocks in the colour of the text stand for the dark modules, for dark text on a light ground.
    case plain
  }

  /// How many characters a line has.
  var columns: Int { size + 2 * QRCode.quietZone }

  /// The lines.
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

  /// Black and white of the cube of 256 colours, which themes leave alone, unlike the first 16 (ECMA-48, SGR 38 and 48).
  private static let black = "\u{1b}[38;5;16;48;5;231m"
  private static let reset = "\u{1b}[0m"
}
