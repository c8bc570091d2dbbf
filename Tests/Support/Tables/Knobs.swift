import Wire

extension Knob {
  private var name: String { "\"\(key)\", \"\(scope)\"" }

  private var values: [String] {
    switch form {
    case .words(let words): words.map { "\"\($0)\"" }
    case .number(let range, let digits, let unit, let word):
      ["\(range.lowerBound)", "\(range.upperBound)", "\(digits)", "\"\(unit)\""]
        + (word.map { ["\"\($0)\""] } ?? [])
    }
  }

  /// The row of the table in JavaScript.
  var script: String {
    if case .words = form {
      "[\(name), [\(values.joined(separator: ", "))]]"
    } else {
      "[\(name), \(values.joined(separator: ", "))]"
    }
  }

  /// The row of the table in Python.
  var python: String {
    if case .words = form {
      "(\(name), [\(values.joined(separator: ", "))])"
    } else {
      "(\(name), \(values.joined(separator: ", ")))"
    }
  }

  /// The row of the table in documents.
  var row: [String] {
    let limits: [Scope: String] = [
      .feel: "", .pad: "; cannot be tried", .host: "; cannot be tried, and not for one player",
    ]
    return ["\(number)", "`\(key)`: \(words)\(places)\(limits[scope] ?? "")"]
  }

  /// The unit of a number on the wire, if numbers have decimal places.
  private var places: String {
    guard case .number(_, let digits, _, _) = form, digits > 0 else { return "" }
    return ", in \(["tenths", "hundredths", "thousandths"][digits - 1])"
  }
}
