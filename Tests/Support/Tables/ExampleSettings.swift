/// The configuration as installed, made from docs/man/tiltpad.conf.5: each key with its first sentence and
/// its default.
///
/// A comment of the man page such as `.\" admission = open` ends the text that is copied, and becomes the
/// line of the key. A comment such as `.\" [player 1]` becomes the line of a section whose name has an
/// argument.
struct ExampleSettings {
  private static let head = """
    # The configuration of tiltpad; man tiltpad.conf describes every key.
    # This file shows each key with its default: remove the # to change it.
    # Then: systemctl reload tiltpad
    """

  private let manual: [String]

  /// Creates the configuration from the text of the man page.
  init(manual: String) {
    let lines = manual.split(separator: "\n").map(String.init).filter { !Region.isComment($0) }
    self.manual = Array(lines.drop { !$0.hasPrefix(".Ss [") }.prefix { $0 != ".Sh FORMAT" })
  }

  /// The text of the file.
  var text: String {
    var blocks: [[String]] = []
    for line in manual {
      if line.hasPrefix(".Ss ") || line.hasPrefix(".It Va ") {
        blocks.append([line])
      } else {
        blocks[blocks.count - 1].append(line)
      }
    }
    return ([ExampleSettings.head] + blocks.flatMap(paragraphs)).joined(separator: "\n\n") + "\n"
  }

  /// Returns the paragraphs for a section or a key.
  ///
  /// If the man page has a comment with a section below the key, the line of that section follows.
  private func paragraphs(_ block: [String]) -> [String] {
    let body = block.dropFirst()
    let sections = body.compactMap { $0.wholeMatch(of: /\.\\" (\[.+\])/).map { String($0.1) } }
    let keys = body.compactMap { $0.wholeMatch(of: /\.\\" (\S+ =.*)/).map { "#\($0.1)" } }
    guard block[0].hasPrefix(".It Va ") else {
      return [comment(body, isWhole: !sections.isEmpty) + (sections.first ?? String(block[0].dropFirst(4)))]
    }
    let name = block[0].dropFirst(7)
    let value = plain(body).firstMatch(of: /The default is (.+?)[.:;,](?: |$)/)?.1 ?? ""
    let lines = keys.isEmpty ? ["#\(name) = \(value)"] : keys
    return [comment(body, isWhole: !keys.isEmpty) + lines.joined(separator: "\n")] + sections
  }

  /// Returns the first sentence of the text as comment lines, or everything up to the first comment or list
  /// if `isWhole`.
  private func comment(_ lines: ArraySlice<String>, isWhole: Bool) -> String {
    let start = lines.prefix { !$0.hasPrefix(".\\\" ") && !$0.hasPrefix(".Bl ") }
    let last = start.firstIndex { $0.hasSuffix(".") } ?? start.endIndex - 1
    return wrapped(plain(isWhole || start.isEmpty ? start : start[...last]), width: 86, each: "# ")
  }
}

/// Returns lines of mdoc(7) as plain text.
func plain(_ lines: some Sequence<String>) -> String {
  lines.map(plain).filter { !$0.isEmpty }.joined(separator: " ")
    .replacing(/\ ([.,:;])(?= |$)/) { $0.1 }.replacing(/\\(?:&|(-))/) { $0.1 ?? "" }
}

/// Returns a line of mdoc(7) as plain text, which is empty if the line has only a macro without text.
private func plain(_ line: String) -> String {
  guard line.hasPrefix(".") else { return line }
  let words = line.dropFirst().split(separator: " ").map(String.init)
  guard let macro = words.first, ["Nm", "Cm", "Pa", "Va", "Sx", "Ar", "Ev", "Sy", "Ql", "Dq"].contains(macro)
  else { return "" }
  let marks = words.reversed().prefix { [".", ",", ":", ";"].contains($0) }.reversed()
  let text = words.dropLast(marks.count).filter { $0.wholeMatch(of: /[A-Z][a-z]/) == nil }
  // A command in the text of a sentence is in quotes.
  let quote = macro == "Dq" ? "\"" : macro == "Ql" || text.count > 1 && macro != "Sx" ? "`" : ""
  return ([quote + text.joined(separator: " ") + quote] + marks).joined(separator: " ")
}

/// Returns `text` in lines of at most `width` characters; each begins with `start` and ends with a line feed.
func wrapped(_ text: String, width: Int, each start: String = "") -> String {
  var lines: [String] = []
  for word in text.split(separator: " ") {
    if let last = lines.last, last.count + word.count < width {
      lines[lines.count - 1] = "\(last) \(word)"
    } else {
      lines.append("\(start)\(word)")
    }
  }
  return lines.map { "\($0)\n" }.joined()
}
