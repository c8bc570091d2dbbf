/// A datagram of Open Sound Control: one message, or a bundle of messages and of other bundles.
public enum OSCPacket {
  /// The most bytes.
  public static let longest = 2_048
  /// The most levels of bundles in each other.
  public static let depth = 4
  /// The UDP port at which this host listens, unless told otherwise; the protocol has none.
  public static let port: UInt16 = 9_000

  private static let bundleHeader = 16

  /// Calls `body` with each message of the packet `bytes`, in their order and whatever time their bundle has.
  ///
  /// The whole packet is checked first, so that no message of a packet that is refused gets through.
  ///
  /// - Throws: `size`, `length`, `depth`, `name`, `syntax`, `field`, `notFinite`, or `kind` for an argument of an unknown type.
  public static func read(_ bytes: Span<UInt8>, _ body: (OSCMessage) -> Void) throws(DialectDrop) {
    guard bytes.count <= longest, bytes.count >= 8, bytes.count % 4 == 0 else { throw .size }
    try walk(bytes, 0..<bytes.count, depth: 0) { _ in }
    try walk(bytes, 0..<bytes.count, depth: 0, body)
  }

  private static func walk(
    _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int, _ body: (OSCMessage) -> Void
  ) throws(DialectDrop) {
    guard bytes[range.lowerBound] == UInt8(ascii: "#") else {
      return body(try OSCMessage(parsing: bytes, in: range))
    }
    guard depth < OSCPacket.depth else { throw .depth }
    guard range.count >= bundleHeader, bytes.equals("#bundle\0", in: range.lowerBound..<range.lowerBound + 8)
    else {
      throw .syntax
    }
    var next = range.lowerBound + bundleHeader
    while next < range.upperBound {
      let start = next + 4
      guard start <= range.upperBound else { throw .length }
      let size = bytes.big32(at: next)
      guard size % 4 == 0, size >= 8, size <= UInt32(range.upperBound - start) else { throw .length }
      next = start + Int(size)
      try walk(bytes, start..<next, depth: depth + 1, body)
    }
  }
}
