import Notation

/// An Open Sound Control datagram: one message, or a bundle of messages and other bundles.
public enum OSCPacket {
  /// The maximum size, in bytes.
  public static let longest = 2_048
  /// The maximum number of levels of nested bundles.
  public static let depth = 4
  /// The default UDP port of this host; the protocol does not define one.
  public static let port: UInt16 = 9_000

  private static let bundleHeader = 16

  /// Calls `body` for each message in the packet `bytes`, in order, regardless of the times of bundles.
  ///
  /// A message or nested bundle that cannot be read is skipped, and the rest counts (OSC 1.0, "OSC Type Tag
  /// String").
  ///
  /// - Throws: `size` for a packet that is too short, too long or not in words of four bytes; `length` or
  ///   `syntax` if the outer bundle's header or the sizes of its parts are wrong. If no message can be read,
  ///   the fault of the first: `length`, `depth`, `name`, `syntax`, `field`, `notFinite`, or `kind` for an
  ///   argument of an unknown type.
  public static func read(_ bytes: Span<UInt8>, _ body: (OSCMessage) -> Void) throws(DialectDrop) {
    guard bytes.count <= longest, bytes.count >= 8, bytes.count % 4 == 0 else { throw .size }
    var found = Yield()
    try walk(bytes, 0..<bytes.count, depth: 0, &found, body)
    if !found.isRead, let fault = found.fault { throw fault }
  }

  /// The result so far: success once a message was read, otherwise the first fault.
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

  /// Checks that the bundle in `range` has its header, and that its parts fill it exactly.
  private static func check(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(DialectDrop) {
    guard range.count >= bundleHeader, bytes.equals("#bundle\0", in: range.lowerBound..<range.lowerBound + 8)
    else { throw .syntax }
    var next = range.lowerBound + bundleHeader
    while next < range.upperBound {
      let start = next + 4
      guard start <= range.upperBound else { throw .length }
      let size = bytes.big32(at: next)
      guard size % 4 == 0, size >= 4, size <= UInt32(range.upperBound - start) else { throw .length }
      next = start + Int(size)
    }
  }
}
