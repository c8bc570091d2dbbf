/// A row of the table in docs/phones.md: the results of the check of a phone.
///
/// The row comes from a phone, and ends in a terminal and in a document. So it contains only characters that
/// have no special meaning in either of them.
public struct CheckRow: Hashable, Sendable {
  /// The columns in their order: their names in JSON and their headings in documents.
  public static let columns = [
    ("phone", "phone and browser"), ("way", "way"), ("warns", "warns"), ("transport", "transport"),
    ("tilt", "tilt"), ("touches", "touches"), ("vibrates", "vibrates"), ("screen", "screen"),
    ("axes", "age of axes"), ("presses", "lost presses"), ("wifi", "without Wi-Fi"),
    ("lock", "after the lock screen"),
  ]
  /// The possible cells of the second column: the ways in which phones get the page (docs/phones.md).
  public static let ways = ["own certificate", "own domain", "plain http", "page elsewhere"]
  /// The maximum size of a cell, in bytes.
  public static let longest = 60

  /// The cells, one for each column.
  public let cells: [String]

  /// Creates a row; nil if the number of cells is wrong, or a cell breaks the rules.
  public init?(_ cells: [String]) {
    guard cells.count == CheckRow.columns.count, cells.allSatisfy(CheckRow.isCell),
      CheckRow.ways.contains(cells[1])
    else { return nil }
    self.cells = cells
  }

  /// Returns whether `text` may be a cell: letters, digits, single spaces and `.,%()+-`, without an address.
  public static func isCell(_ text: String) -> Bool {
    guard (1...longest).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return false }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    // An address of IPv4 has three dots, and the name of a web host begins with www.
    return words.allSatisfy { word in
      !word.isEmpty && word.utf8.count { $0 == UInt8(ascii: ".") } < 3
        && !word.lowercased().hasPrefix("www.")
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: " .,%()+-".utf8.contains(byte)
    }
  }

  /// The row in Markdown, without a line feed.
  public var text: String { CheckRow.line(cells) }

  /// The heading of the table in Markdown: two lines, without the last line feed.
  public static var heading: String {
    "\(line(columns.map(\.1)))\n|\(columns.map { _ in "---|" }.joined())"
  }

  private static func line(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
