import Foundation
import Model
import Testing

@testable import Wire

/// The tables of the sources, compared with those of documents and pages.
@Suite struct DocumentTests {
  /// Returns the text of the project's file at `path`.
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the number and the name of each row that matches `row` in the section of docs/protocol.md called `heading`.
  private func rows(
    of heading: String, _ row: Regex<(Substring, Substring, Substring)>, radix: Int = 10
  ) throws -> [String] {
    let section = try text("docs/protocol.md").split(separator: "\n#").first {
      $0.drop { "# ".contains($0) }.hasPrefix("\(heading)\n")
    }
    return try #require(section).matches(of: row).map { match in
      "\(Int(match.1, radix: radix) ?? -1) \(match.2.lowercased().replacing(" ", with: ""))"
    }
  }

  /// Returns the number and the name of each case of an enum, in the form of ``rows(of:_:radix:)``.
  private func cases<Case: CaseIterable & RawRepresentable>(_: Case.Type) -> [String] {
    Case.allCases.map { "\($0.rawValue) \("\($0)".lowercased())" }
  }

  @Test func `The document has every reason, count, message, status frame and order with its number`() throws
  {
    #expect(try rows(of: "Drop reasons", /\n\| (\d+) \| `(\w+)` \| [^|]+ \|/) == cases(Drop.self))
    let counts = PlayerCounts.fields.enumerated().map { "\($0) \($1.name)" }
    #expect(try rows(of: "DROPS and COUNTS", /\n\| (\d+) \| `(\w+)` \| [^|]+ \|/) == counts)
    let bytes = /\n\| 0x(\w\w) \| \[(\w+)\]/
    #expect(try rows(of: "The local socket", bytes, radix: 16) == cases(LocalMessageKind.self))
    #expect(try rows(of: "Status frames", bytes, radix: 16) == cases(StatusFrame.self))
    #expect(try rows(of: "0xED ORDER", /\n\| (\d+) \| ([a-zA-Z ]+) \|/) == cases(LocalOrder.Verb.self))
  }

  @Test func `The document has every mode, policy, state, phase and transport with its number`() throws {
    let document = try text("docs/protocol.md").replacing("\n", with: " ")
    let tables = [
      Mode.allCases.map { "\($0.rawValue) \($0.label)" }, cases(AdmissionPolicy.self), cases(PeerState.self),
      cases(SilencePhase.self), cases(RoundPhase.self),
      GatewayHeader.Transport.inputs.map { "\($0.rawValue) \($0.title)" },
    ]
    for table in tables { #expect(document.contains(" \(table.joined(separator: ", "))"), "\(table)") }
  }

  @Test func `The dashboard has every reason in one group`() throws {
    let groups = try #require(try text("web/dashboard/drops.js").firstMatch(of: /GROUPS = \{[^}]+\}/))
    let names = groups.0.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect(names.sorted() == Drop.allCases.map { "\($0)" }.sorted())
  }

  @Test func `Each reason has a counter and a name of its own`() throws {
    try #require(MemoryLayout<DropCounts>.size == Drop.allCases.count * MemoryLayout<UInt64>.size)
    var counts = DropCounts()
    for (index, drop) in Drop.allCases.enumerated() { counts[drop] = UInt64(index) + 1 }
    #expect(Drop.allCases.map { counts[$0] } == Drop.allCases.indices.map { UInt64($0) + 1 })
    #expect(Set(Drop.allCases.map(\.label)).count == Drop.allCases.count)
    #expect([Drop.tooShort, .full, .sessionSize].map(\.label) == ["too-short", "full", "session-size"])
  }

  @Test func `Each count of a player has its place in the order of the counts`() {
    var counts = PlayerCounts()
    for (number, field) in PlayerCounts.fields.enumerated() { counts[keyPath: field.path] = UInt64(number) }
    let members = Array(Mirror(reflecting: counts).children)
    #expect(members.compactMap { $0.value as? UInt64 } == members.indices.map(UInt64.init))
    #expect(members.compactMap(\.label) == PlayerCounts.fields.map(\.name))
  }
}
