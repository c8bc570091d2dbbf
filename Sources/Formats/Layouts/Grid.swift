/// The grid of a layout, in which the cells of one name have to form a rectangle.
struct Grid {
  /// The rectangle around the cells of one name, and their number.
  private struct Box {
    var (top, left, bottom, right) = (Int.max, Int.max, 0, 0)
    var count = 0

    var isFull: Bool { (bottom - top + 1) * (right - left + 1) == count }

    mutating func add(row: Int, column: Int) {
      (top, left) = (min(top, row), min(left, column))
      (bottom, right) = (max(bottom, row), max(right, column))
      count += 1
    }
  }

  private var boxes: [Name: Box] = [:]
  /// True if all rows have the same number of cells, at most ``LayoutFile/mostCells``.
  let isEven: Bool

  /// Reads `rows`, from top to bottom.
  init(_ rows: [String]) {
    let cells = rows.map(Grid.split)
    isEven = Set(cells.map(\.count)).count == 1 && cells[0].count <= LayoutFile.mostCells
    for (row, names) in cells.enumerated() {
      for (column, name) in names.enumerated() where name != "." {
        boxes[Name(name), default: Box()].add(row: row, column: column)
      }
    }
  }

  /// Returns the names of the cells in `row`, which spaces and tabs separate; a point is an empty cell.
  static func split(_ row: String) -> [String] {
    row.unicodeScalars.split { $0 == " " || $0 == "\t" }.map { String($0) }
  }

  /// The names of all cells.
  var names: [Name] { Array(boxes.keys) }

  /// Returns whether the cells called `name` form a rectangle; nil if no cell has the name.
  func isRectangle(_ name: Name) -> Bool? { boxes[name]?.isFull }
}

/// A name as its scalars: unlike strings, names are equal only if they have the same bytes.
struct Name: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: Name, other: Name) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
