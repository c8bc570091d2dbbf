/// A small black-and-white picture of braille characters, each two dots wide and four high.
struct DotGrid {
  private let columns: Int
  private var cells: [UInt8]

  /// The bits of a braille character's dots, added to U+2800, by row and column.
  private static let bits: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// Creates a picture of `columns` × `rows` characters, in which `isSet` decides on each dot.
  ///
  /// Positions are in dots from the centre of the picture, x to the right and y down.
  init(columns: Int, rows: Int, isSet: (_ x: Double, _ y: Double) -> Bool) {
    self.columns = columns
    cells = Array(repeating: 0, count: columns * rows)
    for row in 0..<4 * rows {
      for column in 0..<2 * columns {
        let x = Double(column) + 0.5 - Double(columns)
        let y = Double(row) + 0.5 - Double(2 * rows)
        if isSet(x, y) { cells[row / 4 * columns + column / 2] |= DotGrid.bits[row % 4][column % 2] }
      }
    }
  }

  /// The picture, row by row.
  var lines: [String] {
    stride(from: 0, to: cells.count, by: columns).map { start in
      let scalars = cells[start..<start + columns].compactMap { Unicode.Scalar(0x2800 + UInt32($0)) }
      return String(String.UnicodeScalarView(scalars))
    }
  }
}
