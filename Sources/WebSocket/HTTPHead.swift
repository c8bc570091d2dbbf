/// The head of a message of HTTP/1.1: a line, and fields (RFC 9112 §2.1).
struct HTTPHead {
  /// The most bytes of a head, with the empty line behind it.
  static let longest = 2_048
  private static let end: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]

  /// The first line.
  let line: String
  private var fields: [(name: String, value: String)] = []

  /// Returns the number of bytes of the head at the front of `bytes`, with the empty line behind it; nil if that has not come yet.
  ///
  /// - Throws: `size` if it is longer than ``longest``.
  static func length(in bytes: Span<UInt8>) throws(WebSocketFault) -> Int? {
    for place in 0..<min(bytes.count, longest) where place >= 3 {
      if (0..<4).allSatisfy({ bytes[place - 3 + $0] == end[$0] }) { return place + 1 }
    }
    guard bytes.count < longest else { throw .size }
    return nil
  }

  /// Returns a message whose head has these lines, with `content` behind it.
  static func message(_ lines: [String], _ content: String = "") -> [UInt8] {
    Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + content).utf8)
  }

  /// Reads the head in `bytes`; returns nil for characters beyond ASCII, control characters, or a field without a name.
  init?(_ bytes: Span<UInt8>) {
    guard
      bytes.indices.allSatisfy({
        (0x20..<0x7f).contains(bytes[$0]) || [0x09, 0x0a, 0x0d].contains(bytes[$0])
      })
    else { return nil }
    let text = String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
    guard let first = lines.first else { return nil }
    line = String(first)
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " ",
        line.first != "\t"
      else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      fields.append((line[..<colon].lowercased(), String(value)))
    }
  }

  /// Returns the value of the field `name`, in small letters; nil if there is not exactly one.
  func value(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// Returns whether there is a field `name`.
  func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  /// Returns whether the list in the fields `name` has `word`, whatever its case.
  func has(_ word: String, in name: String) -> Bool {
    fields.contains { field in
      field.name == name && field.value.lowercased().split { ", \t".contains($0) }.contains { $0 == word }
    }
  }
}
