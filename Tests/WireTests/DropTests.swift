import Foundation
import Testing
import Wire

/// The reasons to drop a packet, beside the tables of them that are not Swift.
@Suite struct DropTests {
  /// Returns the text of the project's file at `path`.
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `The document has every reason with its number`() throws {
    let section = try text("docs/protocol.md").split(separator: "\n## ").first {
      $0.hasPrefix("Drop reasons\n")
    }
    let rows = try #require(section).matches(of: /\n\| (\d+) \| `(\w+)` \| [^|]+ \|/)
    #expect(rows.map { "\($0.1) \($0.2)" } == Drop.allCases.map { "\($0.rawValue) \($0)" })
  }

  @Test func `The dashboard has every reason in one group`() throws {
    let table = try text("web/dashboard/drops.js").firstMatch(of: /GROUPS = \{[^}]+\}/)
    let numbers = try #require(table).0.matches(of: /\d+/).compactMap { UInt8($0.0) }
    #expect(numbers.sorted() == Drop.allCases.map(\.rawValue))
  }

  @Test func `Each reason has a counter and a name of its own`() {
    var counts = DropCounts()
    for (index, drop) in Drop.allCases.enumerated() { counts[drop] = UInt64(index) + 1 }
    #expect(Drop.allCases.map { counts[$0] } == Drop.allCases.indices.map { UInt64($0) + 1 })
    #expect(Set(Drop.allCases.map(\.label)).count == Drop.allCases.count)
    #expect([Drop.tooShort, .full, .sessionSize].map(\.label) == ["too-short", "full", "session-size"])
  }
}
