/// The name of a STUN credential: at most eight characters.
public struct UserName: Hashable, Sendable {
  /// The maximum number of characters.
  public static let limit = 8
  private let letters: UInt64

  /// Creates a name from one to eight characters; returns nil for any other number.
  public init?(_ letters: Span<UInt8>) {
    guard !letters.isEmpty, letters.count <= UserName.limit else { return nil }
    self.letters = letters.indices.reduce(0) { $0 << 8 | UInt64(letters[$1]) }
  }

  /// The name as text.
  public var text: String {
    let bytes = (0..<UserName.limit).map { UInt8(truncatingIfNeeded: letters >> UInt64(56 - 8 * $0)) }
    return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
  }
}
