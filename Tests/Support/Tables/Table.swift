/// Names with their numbers, in the order of the numbers.
struct Table {
  let rows: [(name: String, number: Int)]
}

extension Table {
  /// Creates the table of names that are numbered from 0.
  init(_ names: [String]) {
    rows = names.enumerated().map { ($1, $0) }
  }

  /// Creates the table of an enum; the names are those of its cases, or those that `name` returns.
  init<Case: CaseIterable & RawRepresentable>(_: Case.Type, name: (Case) -> String = { "\($0)" })
  where Case.RawValue == UInt8 {
    rows = Case.allCases.map { (name($0), Int($0.rawValue)) }
  }

  /// Creates the table of the bits of a set.
  init<Bits: OptionSet>(_ bits: KeyValuePairs<String, Bits>) where Bits.RawValue == UInt8 {
    rows = bits.map { ($0, Int($1.rawValue)) }
  }

  /// Returns the table in JavaScript.
  ///
  /// It is an array of names if the numbers count from 0, and otherwise an object with the number of each
  /// name.
  func script(_ name: String) -> String {
    rows.map(\.number) == Array(rows.indices)
      ? block("export const \(name) = [", rows.map { "\"\($0.name)\"" }, "];", indent: 2)
      : block("export const \(name) = {", rows.map { "\($0.name): \($0.number)" }, "};", indent: 2)
  }

  /// Returns the table as an enumeration of Python, with `TOO_SHORT` for `tooShort`.
  func python(_ name: String) -> String {
    let members = rows.map { row in
      let words = row.name.replacing("-", with: "_").replacing(/([a-z])([A-Z])/) { "\($0.1)_\($0.2)" }
      return "\"\(words.uppercased())\": \(row.number)"
    }
    return block("\(name) = enum.IntEnum(\"\(name)\", {", members, "})", indent: 4)
  }
}

/// Returns `parts` between `head` and `tail`, on one line if it has at most 150 characters, otherwise on several.
func block(_ head: String, _ parts: [String], _ tail: String, indent: Int) -> String {
  let line = head + parts.joined(separator: ", ") + tail
  guard line.count > 150 else { return line }
  var lines = [head]
  for part in parts {
    if lines.count > 1, lines[lines.count - 1].count + part.count < 149 {
      lines[lines.count - 1] += " \(part),"
    } else {
      lines.append(String(repeating: " ", count: indent) + "\(part),")
    }
  }
  return (lines + [tail]).joined(separator: "\n")
}
