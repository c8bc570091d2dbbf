import Notation

/// The name of a control as the sender writes it: 1 to 32 bytes of UTF-8, stored inline.
public struct ControlName: Hashable, Sendable {
  /// The maximum length, in bytes.
  public static let longest = 32

  /// The number of bytes.
  public let count: Int
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var fourth: UInt64 = 0

  /// Creates the name in `bytes`.
  ///
  /// - Throws: `name` if `bytes` is empty, longer than ``longest``, not UTF-8, or contains ASCII control
  ///   characters.
  public init(_ bytes: Span<UInt8>) throws(DialectDrop) {
    guard (1...ControlName.longest).contains(bytes.count), bytes.isUTF8 else { throw .name }
    count = bytes.count
    for index in bytes.indices {
      guard bytes[index] >= 0x20, bytes[index] != 0x7f else { throw .name }
      set(bytes[index], at: index)
    }
  }

  /// Creates the name `text`; nil if it is empty, longer than ``longest``, or contains ASCII control
  /// characters.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    do throws(DialectDrop) { try self.init(bytes.span) } catch { return nil }
  }

  /// The name as text.
  public var text: String { String(decoding: (0..<count).map { self[$0] }, as: UTF8.self) }

  /// The byte at `index`; 0 beyond the end of the name.
  public subscript(index: Int) -> UInt8 {
    let word =
      switch index / 8 {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    return UInt8(truncatingIfNeeded: word >> UInt64(8 * (index % 8)))
  }

  private mutating func set(_ byte: UInt8, at index: Int) {
    let bits = UInt64(byte) << UInt64(8 * (index % 8))
    switch index / 8 {
    case 0: first |= bits
    case 1: second |= bits
    case 2: third |= bits
    default: fourth |= bits
    }
  }
}
