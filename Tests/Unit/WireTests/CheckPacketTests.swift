import Testing

@testable import Wire

/// The rows of checked phones, and the messages about them between local programs and the web gateway.
@Suite struct CheckPacketTests {
  /// Returns the cells of a row for a phone called `phone`.
  static func cells(_ phone: String = "Pixel 8, Android 15, Chrome 142") -> [String] {
    [
      phone, "own certificate", "yes", "WebRTC 42, WebSocket 31, POST 55 ms",
      "60 per s, signs right, drift 0.1",
      "2 at once, 8 ms, 0 cancelled", "yes", "stays on, full, edges 47 0 34 0", "8 ms, 99% below 21 ms",
      "0 of 60",
      "6.2 s away, same player", "back in 0.8 s, same player",
    ]
  }

  @Test func `A row is a line of the table, below its heading`() throws {
    let row = try #require(CheckRow(CheckPacketTests.cells()))
    #expect(row.text.hasPrefix("| Pixel 8, Android 15, Chrome 142 | own certificate | yes | WebRTC 42,"))
    let lines = CheckRow.heading.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].split(separator: "|").count == CheckRow.columns.count)
    #expect(lines[1].count { $0 == "|" } == row.text.count { $0 == "|" })
  }

  @Test(arguments: [
    "", " ", "a ", " a", "a  b", "a|b", "a\nb", "a\u{1b}[31m", "<b>", "[a](b)", "https://a.example", "a_b",
    "`a`",
    "192.168.1.4", "at 10.0.0.1", "fe80::1", "www.a", "see WWW.A", "Zoë", "携帯", "\u{202e}a", "a@b",
    String(repeating: "a", count: 61),
  ])
  func `A cell that means something to a terminal or a document, or is an address, makes no row`(
    _ cell: String
  ) {
    #expect(CheckRow(CheckPacketTests.cells(cell)) == nil)
  }

  @Test func `A row has all cells, and its way is one of four`() {
    let cells = CheckPacketTests.cells()
    #expect(CheckRow(Array(cells.dropLast())) == nil && CheckRow(cells + ["a"]) == nil && CheckRow([]) == nil)
    for (way, isGood) in CheckRow.ways.map({ ($0, true) }) + [("by post", false), ("no", false)] {
      #expect((CheckRow([cells[0], way] + cells.dropFirst(2)) != nil) == isGood, "\(way)")
    }
    #expect(CheckRow(CheckPacketTests.cells(String(repeating: "a", count: 60))) != nil)
  }

  @Test func `A request is read as it was written, and another is refused`() throws {
    for verb in CheckRequest.Verb.allCases {
      let bytes = CheckRequest(verb).bytes
      #expect(try CheckRequest(parsing: bytes.span) == CheckRequest(verb))
    }
    let list = CheckRequest(.list).bytes
    for (wrong, drop) in [
      (Array(list.dropLast()), Drop.tooShort), (list + [0], .tooLong),
      ([0xfc] + list.dropFirst(), .unknownType),
      ([0xfe, 2] + list.dropFirst(2), .reservedNotZero), (Array(list.dropLast()) + [1], .reservedNotZero),
    ] {
      #expect(throws: drop) { try CheckRequest(parsing: wrong.span) }
    }
  }

  @Test func `An answer is read as it was written, and another is refused`() throws {
    let row = try #require(CheckRow(CheckPacketTests.cells()))
    for result in CheckAnswer.Result.allCases {
      for rows in [[], [row], Array(repeating: row, count: 64)] {
        let answer = CheckAnswer(result, rows: rows)
        let bytes = answer.bytes
        #expect(try CheckAnswer(parsing: bytes.span) == answer)
      }
    }
    let bytes = CheckAnswer(.done, rows: [row]).bytes
    for (wrong, drop) in [
      (Array(bytes.prefix(7)), Drop.tooShort), ([0xfd] + bytes.dropFirst(), .unknownType),
      ([0xff, 2] + bytes.dropFirst(2), .reservedNotZero),
      ([0xff, 0, 1] + bytes.dropFirst(3), .reservedNotZero),
      (Array(bytes.dropLast()), .reservedNotZero), (bytes + [0x0a], .reservedNotZero),
      (bytes + [0xff, 0x0a], .reservedNotZero),
      (bytes + Array(repeating: 0x20, count: CheckAnswer.longest), .tooLong),
    ] {
      #expect(throws: drop) { try CheckAnswer(parsing: wrong.span) }
    }
  }
}
