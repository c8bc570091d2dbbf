/// The text of a settings file, read by the rules under FORMAT in tiltpad.conf(5).
public enum SettingsText {
  /// The maximum size of a file, in bytes.
  public static let limit = 65_536

  /// A line that is neither empty nor a comment.
  public struct Line: Hashable, Sendable {
    /// The number of the line, counted from 1.
    public var number: Int
    /// The meaning of the line.
    public var content: Content

    /// Creates a line.
    public init(_ number: Int, _ content: Content) {
      (self.number, self.content) = (number, content)
    }
  }

  /// The meaning of a line.
  public enum Content: Hashable, Sendable {
    /// The beginning of a section, or its continuation.
    case section(String)
    /// A key of a section, with its value.
    case setting(section: String, key: String, value: String)
    /// A fault at `column`, in characters counted from 1; the line has no other effect.
    case fault(Fault, column: Int)
  }

  /// The reasons for refusing a line.
  public enum Fault: Hashable, Sendable {
    /// The file is larger than ``SettingsText/limit``, which is crossed in this line.
    case fileTooLong
    /// The bytes are not UTF-8.
    case notText
    /// A control character other than a tab, a line separator other than LF or CR LF, or a byte order mark
    /// inside the file.
    case control(Unicode.Scalar)
    /// The line is neither `[section]` nor `key = value`.
    case noForm
    /// The section's name is empty, contains a bracket, or is not closed.
    case badSection
    /// Something follows the section's closing bracket.
    case behindSection
    /// A key comes before the first section, or after a refused section.
    case noSection
    /// A comment follows an unquoted value.
    case comment
    /// A value begins with a quote, but its closing quote is missing or not its last character.
    ///
    /// Doubled quotes in between are text.
    case quote
    /// The key was already given a value in the file, on the line with this number.
    case repeated(line: Int)
  }

  /// Returns the lines of a file that contains `bytes`, in order.
  public static func lines(of bytes: [UInt8]) -> [Line] {
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    guard bytes.count <= limit else {
      let number = 1 + bytes.prefix(limit).count { $0 == 0x0a }
      return [Line(number, .fault(.fileTooLong, column: 1))]
    }
    var reader = SettingsReader()
    let all = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    return all.enumerated().compactMap { index, line in
      let isEnded = index < all.count - 1
      return reader.content(of: isEnded && line.last == 0x0d ? line.dropLast() : line, number: index + 1)
    }
  }
}

extension SettingsText {
  /// Returns `value`, which has no control characters, as written after the `=` of a line, quoted if necessary.
  public static func written(_ value: String) -> String {
    let text = ArraySlice(value.unicodeScalars)
    let isPlain = text.first != "\"" && text.trimmed.count == text.count && text.comment == nil
    return isPlain
      ? value
      : "\"\(value.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// A fault, and its index in the line.
private struct Refusal: Error {
  var fault: SettingsText.Fault
  var index: Int
}

/// A reader of one file, line by line.
private struct SettingsReader {
  private typealias Text = ArraySlice<Unicode.Scalar>

  /// A key of a section.
  private struct Name: Hashable {
    var section: String
    var key: String
  }

  /// The section of the next key; nil before the first section and after a refused one.
  private var section: String?
  /// The number of the line that sets each key.
  private var numbers: [Name: Int] = [:]

  init() {}

  /// Reads line `number`; returns nil for an empty line or a comment.
  mutating func content(of bytes: ArraySlice<UInt8>, number: Int) -> SettingsText.Line? {
    do throws(Refusal) {
      let text = try characters(of: bytes).trimmed
      switch text.first {
      case nil, "#", ";": return nil
      case "[": return SettingsText.Line(number, .section(try open(text)))
      default: return SettingsText.Line(number, try setting(text, number))
      }
    } catch {
      return SettingsText.Line(number, .fault(error.fault, column: error.index + 1))
    }
  }

  /// Returns the characters encoded by `bytes`.
  private func characters(of bytes: ArraySlice<UInt8>) throws(Refusal) -> Text {
    var (codec, rest, found) = (UTF8(), bytes.makeIterator(), Text())
    while true {
      switch codec.decode(&rest) {
      case .emptyInput: return found
      case .error: throw Refusal(fault: .notText, index: found.count)
      case .scalarValue(let character):
        guard character == "\t" || !character.isControl else {
          throw Refusal(fault: .control(character), index: found.count)
        }
        found.append(character)
      }
    }
  }

  /// Begins the section in the line `text`, and returns its name: the words between the brackets.
  private mutating func open(_ text: Text) throws(Refusal) -> String {
    section = nil
    guard let close = text.firstIndex(of: "]") else {
      throw Refusal(fault: .badSection, index: text.startIndex)
    }
    let inner = text[(text.startIndex + 1)..<close]
    let words = inner.split(whereSeparator: \.isBlank).map(\.string)
    guard !words.isEmpty, !inner.contains("[") else {
      throw Refusal(fault: .badSection, index: text.startIndex)
    }
    guard close == text.endIndex - 1 else { throw Refusal(fault: .behindSection, index: close + 1) }
    let name = words.joined(separator: " ")
    section = name
    return name
  }

  /// Returns the setting in the line `text`, and records the number of the line.
  private mutating func setting(_ text: Text, _ number: Int) throws(Refusal) -> SettingsText.Content {
    let equals = text.firstIndex(of: "=") ?? text.startIndex
    let key = text[..<equals].trimmed
    guard !key.isEmpty else { throw Refusal(fault: .noForm, index: text.startIndex) }
    guard let section else { throw Refusal(fault: .noSection, index: text.startIndex) }
    let value = try value(text[(equals + 1)...].trimmed)
    let name = Name(section: section, key: key.string)
    if let former = numbers[name] {
      throw Refusal(fault: .repeated(line: former), index: text.startIndex)
    }
    numbers[name] = number
    return .setting(section: section, key: name.key, value: value)
  }

  /// Returns the value in `text`, which may be quoted.
  private func value(_ text: Text) throws(Refusal) -> String {
    guard text.first == "\"" else {
      if let comment = text.comment { throw Refusal(fault: .comment, index: comment) }
      return text.string
    }
    let inner = text.dropFirst().dropLast()
    let parts = inner.string.split(separator: "\"\"", omittingEmptySubsequences: false)
    guard text.count > 1, text.last == "\"", !parts.contains(where: { $0.utf8.contains(0x22) }) else {
      throw Refusal(fault: .quote, index: text.startIndex)
    }
    return parts.joined(separator: "\"")
  }
}

extension Unicode.Scalar {
  /// True for a space or a tab.
  fileprivate var isBlank: Bool { self == " " || self == "\t" }

  /// True if the character ends a line, controls a device, or is a byte order mark.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: self == "\u{feff}"
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// The index at which a comment in a value begins: the first `#` or `;` at the value's start or after a
  /// blank.
  fileprivate var comment: Int? {
    indices.first { ["#", ";"].contains(self[$0]) && ($0 == startIndex || self[$0 - 1].isBlank) }
  }

  /// The characters without leading and trailing blanks.
  fileprivate var trimmed: ArraySlice {
    guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
      return self[endIndex...]
    }
    return self[first...last]
  }

  /// The characters as a string.
  fileprivate var string: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: self)
    return String(text)
  }
}
