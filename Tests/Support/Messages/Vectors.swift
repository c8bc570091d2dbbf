import Dialects
import Foundation

/// A line of a file in Tests/Vectors; the top of each file explains the format.
package struct Vector: Sendable {
  /// The error that a line is not a vector, or that a file has no vector with the given name.
  package struct Unreadable: Error {
    package var line: String

    /// Creates the error about this line or name.
    package init(line: String) { self.line = line }
  }

  package var name: String
  package var bytes: [UInt8]
  package var outcome: MessageOutcome

  /// Returns all vectors of the file of `kind`.
  package static func all(_ kind: MessageKind) throws -> [Vector] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Vectors/\(kind.rawValue).hex")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try Vector(line: String($0)) }
  }

  /// Returns the bytes of the vector `name` in the file of `kind`.
  package static func bytes(_ name: String, of kind: MessageKind) throws -> [UInt8] {
    guard let found = try all(kind).first(where: { $0.name == name }) else { throw Unreadable(line: name) }
    return found.bytes
  }

  private init(line: String) throws {
    let sides = line.components(separatedBy: "->")
    let left = sides[0].components(separatedBy: ":")
    guard sides.count == 2, left.count == 2 else { throw Unreadable(line: line) }
    (name, bytes) = (left[0], try Vector.bytes(left[1]))
    let right = sides[1].components(separatedBy: "=")
    let word = right[0].trimmingCharacters(in: .whitespaces)
    if word == "ok" {
      outcome = .ok(written: right.count == 2 ? try Vector.bytes(right[1]) : bytes)
    } else if let reason = DialectDrop.allCases.first(where: { "\($0)" == word }), right.count == 1 {
      outcome = .refused(reason)
    } else {
      throw Unreadable(line: line)
    }
  }

  /// Returns the bytes of hexadecimal digits in pairs; `00*5` is 00 five times.
  private static func bytes(_ text: String) throws -> [UInt8] {
    try text.split(separator: " ").flatMap { word in
      let parts = word.split(separator: "*")
      let digits = Array(parts[0].utf8)
      let run = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
      }
      guard 2 * run.count == digits.count, let times = Int(parts.count == 2 ? parts[1] : "1") else {
        throw Unreadable(line: text)
      }
      return Array(repeating: run, count: times).flatMap { $0 }
    }
  }
}
