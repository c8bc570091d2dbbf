import Platform
import QR
import Testing

@testable import Commands

/// QR codes printed on terminals of several sizes.
@Suite struct PrintedCodeTests {
  private static let link = "https://192.168.100.200:28443/j/#AbCdEfGhIjKlMnOpQrStUv"
  private static let notes = ["good for one phone and 600 s", "on this machine: https://localhost:28443/"]

  private func lines(
    _ columns: Int, _ rows: Int, of text: String = link, showsText: Bool = true
  ) throws -> [String] {
    var code = PrintedCode(text: text, notes: PrintedCodeTests.notes)
    code.showsText = showsText
    return try #require(code.lines(.plain, in: Terminal.Size(columns: columns, rows: rows)))
  }

  private func hasCode(_ lines: [String]) -> Bool { lines.contains { $0.contains("█") } }

  private func rows(_ lines: [String], _ columns: Int) -> Int {
    lines.map { max(1, ($0.count + columns - 1) / columns) }.reduce(0, +)
  }

  @Test(arguments: [(40, 10), (80, 10), (40, 24), (80, 24), (20, 50), (60, 30), (80, 48), (200, 60)])
  func `Nothing scrolls away and no line of a code wraps`(columns: Int, height: Int) throws {
    for length in [40, 120, 300, 1_200] {
      let text = PrintedCodeTests.link + String(repeating: "x", count: length)
      for showsText in [true, false] {
        let lines = try lines(columns, height, of: text, showsText: showsText)
        for line in lines where line != text { #expect(line.count <= columns) }
        #expect(lines.contains(text) == showsText)
        if hasCode(lines) {
          #expect(rows(lines, columns) < height)
        } else {
          #expect(
            lines.joined(separator: " ").contains("This terminal is too small for the code, which needs "))
        }
      }
    }
  }

  @Test func `The size that is named has room, one row or column less has not`() throws {
    let said = try lines(40, 10).joined(separator: " ").split(separator: " ").compactMap { Int($0) }
    #expect(said.count >= 2)
    let text = try lines(said[0], 200)
    #expect(hasCode(text))
    let exact = rows(text, said[0]) + 1
    let (same, narrow) = (try lines(said[0], exact), try lines(said[0] - 1, 200))
    #expect(hasCode(same) && !hasCode(narrow))
  }

  @Test func `A usual terminal has room for the link of a phone`() throws {
    let usual = try #require(
      PrintedCode(text: PrintedCodeTests.link, notes: ["good for one phone and 600 s"]).lines(
        .plain, in: Terminal.Size(columns: 80, rows: 24)))
    #expect(hasCode(usual))
    let anywhere = try #require(PrintedCode(text: PrintedCodeTests.link, notes: []).lines(.plain, in: nil))
    #expect(hasCode(anywhere))
  }

  @Test func `A text beyond any code is refused`() {
    #expect(PrintedCode(text: String(repeating: "x", count: 3_000), notes: []).lines(.plain, in: nil) == nil)
  }
}
