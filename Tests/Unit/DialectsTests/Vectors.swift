import Dialects
import Foundation
import Wire

/// A protocol with a file of vectors in Tests/Vectors; the raw value is the file's name.
enum Dialect: String, CaseIterable, Sendable {
  case retropad, opentrack, freepie
  case droidpad, osc, sensors, touches, elrs, yoke
  case elrsFrames = "elrs-frames"
  case dsuRequests = "dsu-requests"
  case dsuAnswers = "dsu-answers"
}

/// The outcome of reading some bytes.
enum Outcome: Hashable, Sendable {
  /// The bytes are read; written again, they are `written`.
  case ok(written: [UInt8])
  case refused(DialectDrop)
}

extension Dialect {
  /// Returns the outcome of reading `bytes` and writing the result.
  func outcome(_ bytes: [UInt8]) -> Outcome {
    do throws(DialectDrop) {
      return .ok(written: try rewrite(bytes))
    } catch {
      return .refused(error)
    }
  }

  private func rewrite(_ bytes: [UInt8]) throws(DialectDrop) -> [UInt8] {
    switch self {
    case .retropad: array(try RetroPadChange(parsing: bytes.span).datagram)
    case .opentrack: array(try HeadPose(parsing: bytes.span).datagram)
    case .dsuRequests: array(try DSURequest(parsing: bytes.span).datagram)
    case .dsuAnswers: array(try DSUAnswer(parsing: bytes.span).datagram)
    case .droidpad: Array(try DroidPadEvent(parsing: bytes.span).text.utf8)
    case .osc: try rewriteOSC(bytes)
    case .sensors: Array(try PhoneSensorEvent(parsing: bytes.span).text.utf8)
    case .touches: Array(try PhoneTouch(parsing: bytes.span).text.utf8)
    case .elrs: array(try ELRSAnnouncement(parsing: bytes.span).datagram)
    case .elrsFrames: array(try ELRSFrame(parsing: bytes.span).datagram)
    case .yoke: try YokeMessage(parsing: bytes.span).bytes(asRead: bytes)
    case .freepie: array(try FreePIEMessage(parsing: bytes.span).datagram)
    }
  }
}

/// Returns the bytes of `datagram`.
func array<let capacity: Int>(_ datagram: Datagram<capacity>) -> [UInt8] {
  datagram.withBytes { array($0) }
}

/// Returns the bytes of `span`.
func array(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }

/// A line of a file in Tests/Vectors; the top of each file explains the format.
struct Vector: Sendable {
  /// A line that is not a vector, or a name that no vector has.
  struct Unreadable: Error {
    var line: String
  }

  var name: String
  var bytes: [UInt8]
  var outcome: Outcome

  /// Returns all vectors of the file of `dialect`.
  static func all(_ dialect: Dialect) throws -> [Vector] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = tests.appending(path: "Vectors/\(dialect.rawValue).hex")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try Vector(line: String($0)) }
  }

  /// Returns the bytes of the vector `name` in the file of `dialect`.
  static func bytes(_ name: String, of dialect: Dialect) throws -> [UInt8] {
    guard let found = try all(dialect).first(where: { $0.name == name }) else { throw Unreadable(line: name) }
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
