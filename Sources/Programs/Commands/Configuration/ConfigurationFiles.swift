import Console
import Model
import Notation
import Platform

/// The rules for a configuration's files: the files to read, their order, and the form of their lines.
enum ConfigurationFiles {
  /// Returns whether the file `name` in a drop-in folder counts: it must end in `.conf` and not be hidden.
  ///
  /// Editors hide their lock files and drafts. systemd has the same rule (systemd.unit(5)).
  static func isDropIn(_ name: String) -> Bool { name.hasSuffix(".conf") && !name.hasPrefix(".") }

  /// Returns the paths of the drop-ins in `folder`, in byte order of their names; empty without such a folder.
  ///
  /// - Throws: a failure if the folder exists but cannot be read, or if the name of a drop-in is not UTF-8.
  static func dropIns(in folder: String) throws(Failure) -> [String] {
    guard FileContents.isNamed(folder) else { return [] }
    let names: FileContents.Names
    do throws(SystemError) { names = try FileContents.list(folder) } catch {
      throw Failure(unreadable: folder, error)
    }
    if let name = names.others.first(where: isDropIn) { throw Failure(misnamed: name, in: folder) }
    return names.readable.filter(isDropIn).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { "\(folder)/\($0)" }
  }

  /// Returns the paths of the configuration at `path`: the file if it exists or `isRequired`, then those in `path`.d.
  ///
  /// A link without a target counts as existing.
  ///
  /// - Throws: the failures of ``dropIns(in:)``.
  static func all(_ path: String, isRequired: Bool = false) throws(Failure) -> [String] {
    (isRequired || FileContents.isNamed(path) ? [path] : []) + (try dropIns(in: "\(path).d"))
  }

  /// Returns the lines of the file at `path` without comments.
  ///
  /// - Throws: a failure if the file cannot be read.
  static func lines(of path: String) throws(Failure) -> [SettingsText.Line] {
    do throws(SystemError) {
      return SettingsText.lines(of: try FileContents.readOrdinary(path, limit: SettingsText.limit + 1))
    } catch {
      throw Failure(unreadable: path, error)
    }
  }
}

extension Failure {
  fileprivate init(unreadable path: String, _ error: SystemError) {
    self.init(
      JournalForm.unreadable.line(path, error.reason), while: "reading the configuration",
      try: "ls -lL \(path); check that it exists and that you may read it")
  }

  fileprivate init(misnamed name: String, in folder: String) {
    self.init(
      JournalForm.unreadable.line("\(folder)/\(name)", "its name is not UTF-8"),
      while: "reading the configuration", try: "ls -b \(folder); rename the file")
  }
}

extension SettingsText.Line {
  /// True for the beginning of a section.
  var isSection: Bool { if case .section = content { true } else { false } }
  /// True for a key with its value.
  var isSetting: Bool { if case .setting = content { true } else { false } }
}

extension SettingsText.Fault {
  /// Returns the fault in words, with a remedy if there is one; `column` counts characters from 1.
  func words(at column: Int) -> String {
    switch self {
    case .fileTooLong:
      "the file has more than \(SettingsText.limit) bytes; divide it into several in its folder"
    case .notText: "bytes that are not UTF-8, at column \(column); save the file as UTF-8"
    case .control(let character):
      "the character \(character.number), which is invisible, at column \(column); remove it"
    case .noForm: "neither [section] nor key = value"
    case .badSection: "not the name of a section in brackets"
    case .behindSection: "text after the section, at column \(column); give it a line of its own"
    case .noSection: "a key before the first [section]"
    case .comment:
      "a comment after a value, at column \(column); give it a line of its own, or put a value with # or ; in quotes"
    case .quote:
      "a value that begins with a quote does not end with one, or has one inside, at column \(column); write \"\" for each inside"
    case .repeated(let line): "this key is already set in line \(line); remove one of them"
    }
  }
}
