import Cryptography
import Foundation
import Model
import Wire

/// A file of Tests/Vectors with lines of the form `name: bytes -> what`.
struct Vectors {
  /// An invalid line, or the name of a missing vector.
  struct Unreadable: Error {
    var line: String
  }

  struct Vector: Sendable {
    var name: String
    var bytes: [UInt8]
    var what: String
  }

  let all: [Vector]

  /// Reads the vectors of the file `name`.
  init(_ name: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: tests.appending(path: "Vectors/\(name).hex"), encoding: .utf8)
    all = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let sides = line.components(separatedBy: " -> ")
      let left = sides[0].split(separator: ":", maxSplits: 1).map(String.init)
      let words = left.count == 2 ? left[1] : ""
      guard sides.count == 2, let bytes = Vectors.bytes(words) else {
        guard sides[0].hasSuffix(":") || line.hasPrefix("no bytes") else {
          throw Unreadable(line: String(line))
        }
        return Vector(name: String(line), bytes: [], what: String(line.suffix(4)))
      }
      return Vector(name: left[0], bytes: bytes, what: sides[1])
    }
  }

  /// Returns the bytes of the vector `name`.
  subscript(name: String) -> [UInt8] {
    get throws {
      guard let found = all.first(where: { $0.name == name }) else { throw Unreadable(line: name) }
      return found.bytes
    }
  }

  /// Returns the secret of the vector `name`.
  func secret(_ name: String) throws -> Secret {
    let bytes = try self[name]
    return Secret(copying: bytes.span)
  }

  /// Returns the bytes of pairs of digits; spaces are ignored, and "00*5" is 00 five times.
  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for word in text.split(separator: " ") {
      let parts = word.split(separator: "*")
      let digits = Array(parts[0])
      guard digits.count.isMultiple(of: 2), let times = parts.count == 2 ? Int(parts[1]) : 1 else {
        return nil
      }
      let run = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
      guard !run.contains(nil) else { return nil }
      for _ in 0..<times { bytes += run.compactMap(\.self) }
    }
    return bytes
  }
}
