import Settings
import Testing

@testable import Inputs

extension InputSettings {
  /// Creates the settings of the section `kind` from `words`: its name, then `key=value` for each key.
  fileprivate init(_ kind: String, _ words: String) throws(UnknownSetting) {
    let words = words.split(separator: " ").map(String.init)
    let section = "\(kind) \(words.first ?? "")"
    var document = SettingsDocument()
    document.set("enabled", of: section, to: "yes")
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      document.set(parts[0], of: section, to: parts.count == 2 ? parts[1] : "")
    }
    try self.init(document)
  }
}

extension HeardInput {
  /// Creates the input from `words`.
  init(_ words: String) throws {
    self = try #require(try InputSettings("input", words).heard.first.flatMap { HeardInput($0) })
  }
}

extension ServedOutput {
  /// Creates the output from `words`.
  init(_ words: String) throws {
    self = try #require(try InputSettings("output", words).served.first.flatMap { ServedOutput($0) })
  }
}
