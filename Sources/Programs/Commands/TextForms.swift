import Model

extension Double {
  /// Returns the number with `decimals` digits after the point, and with a plus sign only if `isSigned`.
  ///
  /// Returns `?` if the number is not finite, or has a magnitude of 10¹² or more.
  func fixed(_ decimals: Int, isSigned: Bool = false) -> String {
    guard isFinite, magnitude < 1e12 else { return "?" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let units = Int64((magnitude * Double(scale)).rounded())
    let sign = units != 0 && self < 0 ? "-" : isSigned ? "+" : ""
    guard decimals > 0 else { return "\(sign)\(units)" }
    let digits = String(units)
    let all = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(sign)\(all.dropLast(decimals)).\(all.suffix(decimals))"
  }
}

/// Returns the rows of a table as lines with aligned columns, which `gap` separates.
///
/// All rows must have the same number of cells.
func aligned(_ rows: [[String]], gap: String = "  ") -> [String] {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    let cells = zip(row, widths).map { $0.leading($1) }.joined(separator: gap)
    return String(cells.reversed().drop { $0 == " " }.reversed())
  }
}

extension String {
  /// Returns the text padded with blanks on the right to at least `width` characters.
  func leading(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// Returns the text padded with blanks on the left to at least `width` characters.
  func trailing(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  /// Returns at most `width` characters of the text; a shortened text ends with `…`.
  func clipped(to width: Int) -> String {
    count <= width ? self : String(prefix(max(0, width - 1))) + (width > 0 ? "…" : "")
  }

  /// Returns the text on lines of at most `width` characters, broken at blanks; words longer than a line are broken.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines += String(word).pieces(of: width)
      }
    }
    return lines
  }

  /// Returns the text in pieces of `width` characters; the last one may be shorter.
  func pieces(of width: Int) -> [String] {
    let characters = Array(self)
    return stride(from: 0, to: characters.count, by: max(1, width)).map { start in
      String(characters[start..<min(start + max(1, width), characters.count)])
    }
  }
}

extension Angle {
  /// The angle in degrees with one decimal, such as `-12.5°`.
  var degrees: String { (radians * 180 / .pi).fixed(1) + "°" }
}

extension Interval {
  /// The duration in milliseconds with one decimal; from ten seconds onwards in whole seconds.
  var short: String {
    seconds < 10 ? (seconds * 1_000).fixed(1) + " ms" : seconds.fixed(0) + " s"
  }

  /// The duration in hours, minutes and seconds, such as `1:02:03`.
  var clock: String {
    let total = max(0, nanoseconds / 1_000_000_000)
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(total / 3_600):\(two(total / 60 % 60)):\(two(total % 60))"
  }
}
