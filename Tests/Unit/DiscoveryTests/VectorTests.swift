import Foundation
import Testing
import Wire

@testable import Discovery

@Suite struct VectorTests {
  /// The lines of Tests/Vectors/records.hex: the name, the bytes and the expected outcome.
  static let vectors: [(name: String, bytes: [UInt8], what: String)] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: "Vectors/records.hex")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let sides = line.components(separatedBy: " -> ")
      let left = sides[0].split(separator: ":").map(String.init)
      guard sides.count == 2, left.count == 2 else { return nil }
      return (left[0], left[1].split(separator: " ").flatMap { bytes(String($0)) }, sides[1])
    }
  }()

  /// Returns the bytes of pairs of digits; "00*5" is 00 five times.
  private static func bytes(_ word: String) -> [UInt8] {
    let parts = word.split(separator: "*")
    let digits = Array(parts[0])
    let once = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
    return Array(repeating: once, count: parts.count == 2 ? Int(parts[1]) ?? 0 : 1).flatMap { $0 }
  }

  @Test func `There are vectors`() {
    #expect(VectorTests.vectors.count == 10)
  }

  @Test(arguments: vectors.map(\.name))
  func `Each record is read, or refused for its reason`(_ name: String) throws {
    let vector = try #require(VectorTests.vectors.first { $0.name == name })
    let bytes = vector.bytes
    do throws(RecordFault) {
      let record = try HostRecord(txt: bytes.span, name: DeviceName("den"), port: 28_460)
      let written = record.txt
      let again = try HostRecord(txt: written.span, name: DeviceName("den"), port: 28_460)
      #expect(vector.what == "ok")
      #expect(again == record)
    } catch {
      #expect(vector.what == "\(error)")
    }
  }
}
