import Notation

/// The settings that a command passes to a gateway's program, as one text.
///
/// The text is a JSON array with an array of section, key and value for each key. The values are written as in
/// tiltpad.conf(5).
public struct SettingsDocument: Sendable {
  /// The maximum size of a text, in bytes.
  public static let limit = 131_072

  /// The keys, each once, in the order of their first setting.
  public private(set) var entries: [(section: String, key: String, value: String)] = []

  /// Creates a document without keys.
  public init() {}

  /// Reads the text in `bytes`; fails if it is empty or not such a document.
  public init?(_ bytes: [UInt8]) {
    guard case .array(let items)? = try? JSON(parsing: bytes.span, limit: SettingsDocument.limit) else {
      return nil
    }
    for item in items {
      guard case .array(let words) = item, words.count == 3, let section = words[0].string,
        let key = words[1].string, let value = words[2].string
      else { return nil }
      set(key, of: section, to: value)
    }
  }

  /// The document as text.
  public var text: String {
    JSON.array(entries.map { .array([.string($0.section), .string($0.key), .string($0.value)]) }).text
  }

  /// Sets a key; a previously set key keeps its position.
  ///
  /// The order matters for OSC addresses: the first one that matches a message counts.
  public mutating func set(_ key: String, of section: String, to value: String) {
    if let index = entries.firstIndex(where: { $0.section == section && $0.key == key }) {
      entries[index].value = value
    } else {
      entries.append((section, key, value))
    }
  }

  /// Returns the part for a program with the settings `Root`: the program's own keys, and `additions` in the
  /// section `gateway`.
  public func part<Root: KeyedSettings>(
    for type: Root.Type, adding additions: [(key: String, value: String?)]
  ) -> SettingsDocument {
    var part = self
    part.entries.removeAll { Root.key($0.key, of: $0.section) == nil }
    for case (let key, let value?) in additions { part.set(key, of: "gateway", to: value) }
    return part
  }
}

/// The settings of a program, with keys grouped in sections.
public protocol KeyedSettings: Sendable {
  /// Creates the default settings.
  init()

  /// Returns the key `name` of `section`; nil if there is none.
  static func key(_ name: String, of section: String) -> SettingKey<Self>?
}

extension KeyedSettings {
  /// Creates the settings from `document`.
  ///
  /// - Throws: a key that is unknown, or whose value has the wrong form.
  public init(_ document: SettingsDocument) throws(UnknownSetting) {
    self.init()
    for entry in document.entries {
      guard let key = Self.key(entry.key, of: entry.section), key.set(&self, entry.value) else {
        throw UnknownSetting(section: entry.section, key: entry.key)
      }
    }
  }
}

/// A key that is unknown in its section, or whose value is not understood.
public struct UnknownSetting: Error {
  /// The section and the key.
  public var section, key: String
}
