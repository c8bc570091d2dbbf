import Notation

/// A datagram of Open Sound Control: one message, or a bundle of messages and of other bundles.
public enum OSCPacket {
  /// The most bytes.
  public static let longest = 2_048
  /// The most levels of nested bundles.
  public static let depth = 4
  /// The default UDP port on which this host listens; the protocol defines none.
  public static let port: UInt16 = 9_000

  private static let bundleHeader = 16

  /// Calls `body` with each message of the packet `bytes`, in order and regardless of their bundle's time.
  ///
  /// An unreadable message of a bundle is skipped, and so is an unreadable nested bundle; the others count (OSC 1.0,
  /// "OSC Type Tag String").
  ///
  /// - Throws: `size`, `length` or `syntax` for a packet with inconsistent sizes; the fault of its first message if
  ///   none can be read: `length`, `depth`, `name`, `syntax`, `field`, `notFinite`, or `kind` for an argument of an
  ///   unknown type.
  public static func read(_ bytes: Span<UInt8>, _ body: (OSCMessage) -> Void) throws(DialectDrop) {
    guard bytes.count <= longest, bytes.count >= 8, bytes.count % 4 == 0 else { throw .size }
    var found = Yield()
    try walk(bytes, 0..<bytes.count, depth: 0, &found, body)
    if !found.isRead, let fault = found.fault { throw fault }
  }

  /// The result for a packet so far: whether a message was read, or else the fault of the first one that was not.
  private struct Yield {
    var isRead = false
    var fault: DialectDrop?
  }

  private static func walk(
    _ bytes: Span<UInt8>, _ range: Range<Int>, depth: Int, _ found: inout Yield,
    _ body: (OSCMessage) -> Void
  ) throws(DialectDrop) {
    guard bytes[range.lowerBound] == UInt8(ascii: "#") else {
      body(try OSCMessage(parsing: bytes, in: range))
      found.isRead = true
      return
    }
    guard depth < OSCPacket.depth else { throw .depth }
    try check(bytes, range)
    var next = range.lowerBound + bundleHeader
    while next < range.upperBound {
      let start = next + 4
      next = start + Int(bytes.big32(at: next))
      do {
        try walk(bytes, start..<next, depth: depth + 1, &found, body)
      } catch {
        found.fault = found.fault ?? error
      }
    }
  }

  /// Checks that the bundle in `range` has its header, and parts whose sizes fill it.
  private static func check(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(DialectDrop) {
    guard range.count >= bundleHeader, bytes.equals("#bundle\0", in: range.lowerBound..<range.lowerBound + 8)
    else { throw .syntax }
    var next = range.lowerBound + bundleHeader
    while next < range.upperBound {
      let start = next + 4
      guard start <= range.upperBound else { throw .length }
      let size = bytes.big32(at: next)
      guard size % 4 == 0, size >= 8, size <= UInt32(range.upperBound - start) else { throw .length }
      next = start + Int(size)
    }
  }
}
