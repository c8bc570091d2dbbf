import Foundation
import Wire
import WireReference

/// A line of a file in Tests/Vectors; the top of each file explains the format.
struct Vector: Sendable {
  /// A line that is not a vector.
  struct Unreadable: Error {
    var line: String
  }

  var name: String
  var form: Form
  var bytes: [UInt8]
  var outcome: Outcome

  /// True if the bytes can be read.
  var isOk: Bool { outcome.reason == nil }

  /// Returns all vectors of all files.
  static func all() throws -> [Vector] {
    try Form.allCases.flatMap(all)
  }

  /// Returns all vectors of the file of `form`.
  static func all(_ form: Form) throws -> [Vector] {
    try files[form, default: .success([])].get()
  }

  /// The files by form, each read once.
  private static let files = Dictionary(
    uniqueKeysWithValues: Form.allCases.map { form in (form, Result { try read(form) }) })

  private static func read(_ form: Form) throws -> [Vector] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: "Vectors/\(form.rawValue).hex")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { try Vector(line: String($0), form) }
  }

  /// Returns the bytes of the vector `name` in the file of `form`.
  static func bytes(_ name: String, in form: Form = .controllerFrames) throws -> [UInt8] {
    let found = try all(form).filter { $0.name == name }
    guard found.count == 1 else { throw Unreadable(line: name) }
    return found[0].bytes
  }

  private init(line: String, _ form: Form) throws {
    let sides = line.components(separatedBy: "->")
    let left = sides[0].components(separatedBy: ":")
    guard sides.count == 2, left.count == 2, let bytes = parseHex(left[1]) else {
      throw Unreadable(line: line)
    }
    guard let outcome = Outcome(sides[1], reading: bytes) else { throw Unreadable(line: line) }
    (self.name, self.form, self.bytes, self.outcome) = (left[0], form, bytes, outcome)
  }
}

extension Outcome {
  /// Creates the outcome for `bytes` from `words`, the part of a line after "->".
  fileprivate init?(_ words: String, reading bytes: [UInt8]) {
    let parts = words.components(separatedBy: "=").map { $0.trimmingCharacters(in: .whitespaces) }
    switch (parts[0], parts.count) {
    case ("ok", 1): self = .ok(written: bytes)
    case ("ok", 2):
      guard let written = parseHex(parts[1]) else { return nil }
      self = .ok(written: written)
    default:
      guard let reason = Drop.allCases.first(where: { "\($0)" == parts[0] }), parts.count == 1 else {
        return nil
      }
      self = .refused(reason)
    }
  }
}

/// Returns the bytes of hexadecimal digits in pairs; spaces are ignored, and "00*5" is 00 five times.
func parseHex(_ text: String) -> [UInt8]? {
  var bytes: [UInt8] = []
  for word in text.split(separator: " ") {
    let parts = word.split(separator: "*", omittingEmptySubsequences: false)
    let digits = Array(parts[0])
    guard digits.count.isMultiple(of: 2), parts.count <= 2 else { return nil }
    guard let times = parts.count == 2 ? Int(parts[1]) : 1 else { return nil }
    var run: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
      run.append(byte)
    }
    for _ in 0..<times { bytes += run }
  }
  return bytes
}
