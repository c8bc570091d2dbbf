package import Dialects
import Wire

/// A kind of message with a file of vectors in Tests/Vectors; the raw value is the file's name.
package enum MessageKind: String, CaseIterable, Sendable {
  case retropad, opentrack, freepie
  case droidpad, osc, sensors, touches, elrs, yoke
  case elrsFrames = "elrs-frames"
  case dsuRequests = "dsu-requests"
  case dsuAnswers = "dsu-answers"

  /// The kinds that have only one way to write a message, so that a message is written with the bytes that
  /// were read.
  private static let exact: Set<MessageKind> = [.opentrack, .freepie, .elrs, .elrsFrames]

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

  private func array<let capacity: Int>(_ datagram: Datagram<capacity>) -> [UInt8] {
    datagram.withBytes { span in span.indices.map { span[$0] } }
  }
}

/// The outcome of reading some bytes.
package enum MessageOutcome: Hashable, Sendable {
  /// The bytes are read, and the result is written again as `written`.
  case ok(written: [UInt8])
  case refused(DialectDrop)
}

extension MessageKind {
  /// Returns the outcome of reading `bytes` and writing the result.
  package func outcome(_ bytes: [UInt8]) -> MessageOutcome {
    do throws(DialectDrop) {
      return .ok(written: try rewrite(bytes))
    } catch {
      return .refused(error)
    }
  }

  /// Returns whether the outcome of reading `bytes` obeys the rules for all kinds; refused bytes always do.
  ///
  /// The bytes written from the result must be read and written again without a change. They must be `bytes`
  /// if the kind has only one way to write a message.
  package func obeysRules(_ bytes: [UInt8]) -> Bool {
    guard case .ok(let written) = outcome(bytes) else { return true }
    return outcome(written) == .ok(written: written)
      && (written == bytes || !MessageKind.exact.contains(self))
  }

  /// Returns the longest message of the input `name` that makes its controller known.
  ///
  /// It is the vector `the longest` in a file of the input's kinds.
  package static func longest(ofInput name: String) throws -> [UInt8] {
    let kinds = ["sensagram": [sensors], "sensorserver": [sensors]]
    let own = kinds[name] ?? allCases.filter { $0.rawValue.prefix { $0 != "-" } == name }
    let vectors = try own.flatMap { try Vector.all($0) }
    guard let found = vectors.first(where: { $0.name == "the longest" }) else {
      throw Vector.Unreadable(line: name)
    }
    return found.bytes
  }
}
