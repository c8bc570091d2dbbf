/// The messages in a stream of TCP, which follow each other with nothing between them.
public enum DroidPadStream {
  /// Returns the place of the first whole object of JSON in `bytes`, blanks before it included; nil if its end has not come yet.
  ///
  /// The end is found by counting braces outside texts, so that an object need not be valid to be passed over.
  ///
  /// - Throws: `syntax` if something else stands there, `size` if it is longer than ``DroidPadEvent/longest``; nothing behind it can be read then.
  public static func first(in bytes: Span<UInt8>) throws(DialectDrop) -> Range<Int>? {
    var (depth, isText, isEscaped) = (0, false, false)
    for place in 0..<min(bytes.count, DroidPadEvent.longest) {
      let byte = bytes[place]
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
        if depth == 0 { return 0..<place + 1 }
      }
    }
    guard bytes.count < DroidPadEvent.longest else { throw .size }
    return nil
  }
}
