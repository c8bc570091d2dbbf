import Foundation
import Testing

@testable import Pages

/// The page messages from which the fuzzer starts.
@Suite struct PageVectorTests {
  /// One line of Tests/Vectors/pages.hex.
  private struct Line {
    var text: String
    var kind: Character
    var bytes: [UInt8]
    var isTaken: Bool
  }

  private static func lines() throws -> [Line] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(contentsOf: tests.appending(path: "Vectors/pages.hex"), encoding: .utf8)
    return try file.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { text in
      let parts = text.components(separatedBy: " -> ")
      let digits = try #require(parts.first?.components(separatedBy: ": ").last)
      let bytes = digits.split(separator: " ").flatMap(bytes)
      let kind = try #require(bytes.first)
      return Line(
        text: String(text), kind: Character(Unicode.Scalar(kind)), bytes: Array(bytes.dropFirst()),
        isTaken: parts.last == "taken")
    }
  }

  /// Returns the bytes of a word such as `0123` or `00*4`.
  private static func bytes(_ word: Substring) -> [UInt8] {
    let parts = word.split(separator: "*")
    let digits = Array(parts[0])
    let run = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return Array(repeating: run, count: parts.count > 1 ? Int(parts[1]) ?? 1 : 1).flatMap { $0 }
  }

  @Test func `A message of a page is taken or refused as its line says`() throws {
    let lines = try Self.lines()
    #expect(Set(lines.map(\.kind)) == ["p", "r"])
    for line in lines {
      let records = PagePacket.records(in: line.bytes.span)
      let isTaken = line.kind == "p" ? PagePacket(line.bytes.span) != nil : records != nil
      #expect(isTaken == line.isTaken, "\(line.text)")
    }
  }
}
