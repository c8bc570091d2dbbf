/// The messages in a TCP stream, which are not separated.
public enum DroidPadStream {
  /// Returns the range of the first complete JSON object in `bytes`, with any blanks before it.
  ///
  /// The result is nil if the object is incomplete.
  ///
  /// The end of the object is found by counting braces outside strings, so that even an invalid object can be
  /// skipped.
  ///
  /// - Throws: `syntax` if `bytes` begins with something else, or `size` if the blanks and the object are
  ///   longer than ``DroidPadEvent/longest``. Nothing after them can then be read.
  public static func first(in bytes: Span<UInt8>) throws(DialectDrop) -> Range<Int>? {
    var (depth, isText, isEscaped) = (0, false, false)
    for index in 0..<min(bytes.count, DroidPadEvent.longest) {
      let byte = bytes[index]
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if depth == 0 {
        guard byte == 0x20 || (0x09...0x0d).contains(byte) else { throw .syntax }
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return 0..<index + 1 }
      }
    }
    guard bytes.count < DroidPadEvent.longest else { throw .size }
    return nil
  }
}
