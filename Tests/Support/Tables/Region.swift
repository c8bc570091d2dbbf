import Foundation

/// A part of a document that the program writes, between two comments.
struct Region {
  /// The document.
  let path: String
  /// The name of the part, which its comments have.
  let name: String
  /// The text between the comments.
  let text: String

  /// Returns whether a line of a man page is one of the comments.
  static func isComment(_ line: String) -> Bool {
    line.hasPrefix(".\\\" ") && (line.hasSuffix(": written by \(command)") || line.hasPrefix(".\\\" end of "))
  }

  /// Returns `document` with the part.
  func written(into document: String) -> String {
    let isManual = !path.hasSuffix(".md")
    let (open, close) = isManual ? (".\\\" ", "\n") : ("<!-- ", " -->\n")
    let (first, last) = ("\(open)\(name): written by \(command)\(close)", "\(open)end of \(name)\(close)")
    guard let start = document.range(of: first), let end = document.range(of: last) else {
      fatalError("\(path) has no part \(name)")
    }
    let gap = isManual ? "" : "\n"
    return document[..<start.upperBound] + gap + text + gap + document[end.lowerBound...]
  }
}

/// Returns a table in Markdown.
func markdown(_ head: [String], _ rows: [[String]]) -> String {
  ([head, head.map { _ in "---" }] + rows).map { row in
    row.first == "---" ? "|" + row.joined(separator: "|") + "|\n" : "| \(row.joined(separator: " | ")) |\n"
  }.joined()
}

/// Returns the text of a file of the repository.
func content(of path: String) -> String {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    fatalError("\(path) is no file")
  }
  return text
}

/// Returns the summary of the property `name` in a Swift file, without its "The" and its full stop.
func meaning(of name: String, in source: String) -> String {
  let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
  guard let declaration = lines.firstIndex(where: { $0.hasPrefix("public var \(name):") }) else {
    fatalError("there is no \(name)")
  }
  let start = lines[..<declaration].lastIndex { !$0.hasPrefix("///") }.map { $0 + 1 } ?? 0
  let comment = lines[start..<declaration].prefix { $0 != "///" }.map { $0.dropFirst(4) }.joined(
    separator: " ")
  return String((comment.hasSuffix(".") ? comment.dropLast() : comment[...]).trimmingPrefix("The "))
}
