/// The head of an HTTP/1.1 message: a line, and fields (RFC 9112 §2.1).
///
/// It is read strictly. Anything that other readers might interpret differently is rejected: for example, a line that
/// ends without CR, a field continued on the next line (§5.2), or a space before the colon (§5.1).
public struct HTTPHead: Sendable {
  private static let (tab, feed, enter): (UInt8, UInt8, UInt8) = (0x09, 0x0a, 0x0d)

  /// The first line.
  public let line: String
  /// False if the head contains non-ASCII bytes.
  public let isASCII: Bool
  private var fields: [(name: String, value: String)] = []

  /// Returns the size of the head at the start of `bytes`, including the empty line after it.
  ///
  /// The result is nil while the head is incomplete.
  ///
  /// An earlier call, which returned nil, has examined the first `read` bytes.
  ///
  /// - Throws: `malformed` for a byte that no head may contain; `line` if the first line does not end within `limit`
  ///   bytes, or `size` if the head does not.
  public static func length(
    in bytes: Span<UInt8>, after read: Int = 0, limit: Int
  ) throws(HTTPFault) -> Int? {
    for index in min(read, limit)..<min(bytes.count, limit) {
      let (byte, isAfterEnter) = (bytes[index], index > 0 && bytes[index - 1] == enter)
      guard isAfterEnter == (byte == feed), isAllowed(byte) else { throw .malformed }
      if byte == feed, index > 2, bytes[index - 2] == feed { return index + 1 }
    }
    guard bytes.count < limit else {
      throw (0..<limit).contains { bytes[$0] == feed } ? .size : .line
    }
    return nil
  }

  /// Returns whether a head may contain `byte`: a visible character, space, tab or line end, or a non-ASCII byte.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != 0x7f || byte == tab || byte == feed || byte == enter
  }

  /// Returns a message with these lines as its head, followed by `content`.
  public static func message(_ lines: [String], _ content: String = "") -> [UInt8] {
    Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + content).utf8)
  }

  /// Reads a head whose size ``length(in:after:limit:)`` has returned; skips one empty line before it (§2.2).
  ///
  /// - Throws: `malformed`.
  public init(_ bytes: Span<UInt8>) throws(HTTPFault) {
    var lines: [Range<Int>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == HTTPHead.feed {
      if index - start > 1 { lines.append(start..<index - 1) }
      start = index + 1
    }
    guard let first = lines.first else { throw .malformed }
    line = HTTPHead.text(bytes, first)
    isASCII = bytes.indices.allSatisfy { bytes[$0] < 0x80 }
    fields.reserveCapacity(lines.count - 1)
    for line in lines.dropFirst() { fields.append(try HTTPHead.field(bytes, line)) }
  }

  /// Returns the field in `line` of `bytes`, with its name, a token, in lower case (§5).
  private static func field(
    _ bytes: Span<UInt8>, _ line: Range<Int>
  ) throws(HTTPFault) -> (name: String, value: String) {
    guard let colon = line.first(where: { bytes[$0] == UInt8(ascii: ":") }), colon > line.lowerBound,
      (line.lowerBound..<colon).allSatisfy({ HTTPToken.has(bytes[$0]) })
    else { throw .malformed }
    var value = colon + 1..<line.upperBound
    while let first = value.first, isBlank(bytes[first]) { value.removeFirst() }
    while let last = value.last, isBlank(bytes[last]) { value.removeLast() }
    return (text(bytes, line.lowerBound..<colon).lowercased(), text(bytes, value))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == tab }

  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the value of the field `name`, given in lower case; nil unless there is exactly one.
  public func value(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// Returns the values of the fields `name`, given in lower case, in order.
  public func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

  /// Returns whether there is a field `name`.
  public func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  /// Returns whether the list in the fields `name` contains `word`, given in lower case; the list may have
  /// any case.
  public func has(_ word: String, in name: String) -> Bool {
    fields.contains { field in
      field.name == name && field.value.lowercased().split { ", \t".contains($0) }.contains { $0 == word }
    }
  }
}

/// The characters of HTTP tokens (RFC 9110 §5.6.2).
enum HTTPToken {
  private static let others = Array("!#$%&'*+-.^_`|~".utf8)

  /// Returns whether a token may contain `byte`.
  static func has(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: others.contains(byte)
    }
  }
}
