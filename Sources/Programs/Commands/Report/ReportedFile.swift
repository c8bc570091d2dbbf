import Motion
import Notation
import Settings

/// A configuration file in a report: its lines without comments, and the names in them.
///
/// It is read by the configuration's rules. A line without a meaning under these rules may be anything, even
/// a comment, and is omitted, unless it sets a key to a number, yes or no.
struct ReportedFile {
  /// The lines of the report.
  private(set) var lines: [String] = []
  /// The names of people, hosts, domains and files in the values, and the names of the user's own profiles.
  private(set) var names: Set<String> = []

  /// The values that name nothing, for keys whose values are usually names.
  private static let anonymous: Set = ["", "first", "none", "own"]
  /// The names of profiles that come with Tiltpad.
  private static let profiles = Set(Profile.named.map(\.name))

  /// Creates the part about a file with `lines`.
  init(_ lines: [SettingsText.Line]) {
    for line in lines {
      self.lines.append(text(of: line))
    }
    names.subtract(ReportedFile.anonymous.union(ReportedFile.profiles))
    names = names.filter { !Redaction.isOurs($0) }
  }

  /// Creates the part about an unreadable file, which consists of a sentence.
  init(saying sentence: String) { lines = [sentence] }

  /// Returns the report's text for `line`, and records the names in it.
  private mutating func text(of line: SettingsText.Line) -> String {
    switch line.content {
    case .section(let name):
      if name.hasPrefix("profile ") { names.insert(String(name.dropFirst("profile ".count))) }
      return Configuration.fault(ofSection: name) == nil
        ? "[\(name)]" : "line \(line.number): an unknown section, left out"
    case .setting(let section, let key, let value):
      if Configuration.key(key, of: section)?.isPrivate == true { names.insert(value) }
      let isHarmless =
        Configuration.key(key, of: section) != nil || SettingForm<Bool>.flag.read(value) != nil
        || Double(value) != nil
      return isHarmless
        ? "\(key) = \(SettingsText.written(value))" : "line \(line.number): an unknown key, left out"
    case .fault(let fault, let column):
      return "line \(line.number), left out: \(fault.words(at: column))"
    }
  }
}
