import Notation

/// The reasons to drop a message of another project's controller protocol; each reason has a counter.
public enum DialectDrop: UInt8, Error, CaseIterable, Sendable {
  /// No message of this kind has this number of bytes.
  case size
  /// The message does not begin as one of the protocol, or is of a kind that is not read.
  case kind
  /// The version of the protocol is not supported.
  case version
  /// A length in the message does not match what follows.
  case length
  /// The checksum is wrong.
  case checksum
  /// A number is NaN or infinite.
  case notFinite
  /// A number is outside its allowed range.
  case range
  /// A text breaks the grammar of its notation.
  case syntax
  /// A text is nested deeper than allowed.
  case depth
  /// A field is missing, or has a value of another type.
  case field
  /// A name is empty, too long, or has characters that no name has.
  case name
}

extension DialectDrop {
  /// Creates the drop that corresponds to a refusal of the message's JSON.
  private init(_ refusal: JSON.Refusal) {
    self =
      switch refusal {
      case .tooLong: .size
      case .malformed: .syntax
      case .tooDeep: .depth
      case .notFinite: .notFinite
      }
  }

  /// Returns what `body` reads of a message.
  ///
  /// - Throws: `size`, `syntax`, `depth` or `notFinite`.
  static func reading<T>(_ body: () throws(JSON.Refusal) -> T) throws(DialectDrop) -> T {
    do throws(JSON.Refusal) { return try body() } catch { throw DialectDrop(error) }
  }
}
