/// A text table whose first column has words, and the others numbers.
struct Table {
  private var rows: [[String]]

  /// Creates a table with the given column names.
  init(_ names: String...) {
    rows = [names]
  }

  /// Adds a row.
  mutating func add(_ cells: String...) {
    rows.append(cells)
  }

  /// The rows as text, with each column as wide as its longest cell.
  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + space : space + row[column]
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}

extension Double {
  /// Returns the number with `digits` digits after the decimal point.
  func text(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((magnitude * scale).rounded())
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = "\(scaled % Int64(scale))"
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / Int64(scale)).\(zeros)\(fraction)"
  }
}
