import Notation

/// The reasons to drop a message of another project's controller protocol; each reason has a counter.
public enum DialectDrop: UInt8, Error, CaseIterable, Sendable {
  /// The size in bytes fits no message of this kind, or the message has too many controls.
  case size
  /// The message, or a part of it, is of a kind that is unknown, not read, or not expected now.
  case kind
  /// The protocol version is not supported.
  case version
  /// A length in the message does not match the bytes that follow.
  case length
  /// The checksum is wrong.
  case checksum
  /// A number is NaN or infinite.
  case notFinite
  /// A number is outside its allowed range.
  case range
  /// The message violates the grammar of its notation.
  case syntax
  /// The values or bundles of the message are nested deeper than allowed.
  case depth
  /// A field is missing or has a value of a different type, or there are too many fields.
  case field
  /// A name is empty, too long, or contains invalid characters.
  case name
}

extension DialectDrop {
  /// Creates the drop for a refusal of the message's JSON.
  private init(_ refusal: JSON.Refusal) {
    self =
      switch refusal {
      case .tooLong: .size
      case .malformed: .syntax
      case .tooDeep: .depth
      case .notFinite: .notFinite
      }
  }

  /// Returns the value that `body` reads from a message.
  ///
  /// - Throws: `size`, `syntax`, `depth` or `notFinite`.
  static func reading<T>(_ body: () throws(JSON.Refusal) -> T) throws(DialectDrop) -> T {
    do throws(JSON.Refusal) { return try body() } catch { throw DialectDrop(error) }
  }
}
