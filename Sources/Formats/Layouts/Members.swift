import Notation

/// The members of a JSON object; of several with the same name, the last one counts.
struct Members {
  private var values: [Name: JSON] = [:]

  /// Reads `value`; there are no members if it is not an object.
  init(of value: JSON) {
    guard case .object(let members) = value else { return }
    for (name, value) in members { values[Name(name)] = value }
  }

  /// The number of members.
  var count: Int { values.count }

  /// The names of the members.
  var names: [Name] { Array(values.keys) }

  /// The value of the member called `name`; nil if the object has no such member.
  subscript(name: String) -> JSON? { values[Name(name)] }
}

extension JSON {
  /// The number; nil for any other value.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .signed(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The elements of an array; nil for any other value.
  var elements: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }

  /// The truth value; nil for any other value.
  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// True for an object.
  var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// Returns whether the value is a number in `range`.
  func isWithin(_ range: ClosedRange<Double>) -> Bool { double.map(range.contains) ?? false }

  /// Returns whether the value is a text of at most `most` characters, or an object of up to 12 such texts by
  /// language.
  func isText(most: Int) -> Bool {
    if let text = string { return text.unicodeScalars.count <= most }
    guard case .object = self else { return false }
    let texts = Members(of: self)
    return (1...12).contains(texts.count)
      && texts.names.allSatisfy { tag in
        JSON.isTag(tag.text) && (texts[tag.text]?.string.map { $0.unicodeScalars.count <= most } ?? false)
      }
  }

  /// Returns whether `text` is the tag of a language: two or three lower-case letters, and perhaps a country.
  private static func isTag(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count), parts.count <= 2,
      language.allSatisfy({ ("a"..."z").contains($0) })
    else { return false }
    return parts.count == 1 || parts[1].count == 2 && parts[1].allSatisfy { ("A"..."Z").contains($0) }
  }
}
