public import Model
import Wire

/// The form of a key's values: a description for the user, and a parser.
public struct SettingForm<Value>: Sendable {
  /// The description of the form, such as `a number from 1 to 65535`.
  public let words: String
  /// Returns the value of a text, or nil if the text does not have the form.
  public let read: @Sendable (String) -> Value?

  /// Creates a form from its description and its parser.
  public init(_ words: String, _ read: @escaping @Sendable (String) -> Value?) {
    (self.words, self.read) = (words, read)
  }
}

extension SettingForm where Value: Sendable {
  /// Returns the form of the words in `table`, each of which stands for a value.
  public static func oneOf(_ table: [(word: String, value: Value)]) -> SettingForm {
    let words = table.map(\.word)
    return SettingForm(words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")") { text in
      table.first { $0.word == text }?.value
    }
  }
}

extension SettingForm where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
  /// The words of an enumeration.
  public static var choice: SettingForm { oneOf(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension SettingForm where Value: FixedWidthInteger & Sendable {
  /// Returns the form of whole numbers in `range`.
  public static func number(_ range: ClosedRange<Value>) -> SettingForm {
    SettingForm("a number from \(range.lowerBound) to \(range.upperBound)") { text in
      Value(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension SettingForm where Value == UInt16 {
  /// A port number of UDP or TCP.
  public static var port: SettingForm { number(1...UInt16.max) }
}

extension SettingForm where Value == Bool {
  /// Yes or no.
  public static var flag: SettingForm { SettingForm("yes or no") { ["yes": true, "no": false][$0] } }
}

extension SettingForm where Value == String {
  /// The absolute path of a file or a folder.
  public static var path: SettingForm {
    SettingForm("an absolute path") { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The name of a host, as others on the network see it.
  public static var deviceName: SettingForm {
    SettingForm("at most \(DeviceName.size) bytes") { $0.utf8.count <= DeviceName.size ? $0.shown : nil }
  }

  /// Any text.
  static var text: SettingForm { SettingForm("a text") { $0 } }
}

extension SettingForm where Value == [AddressRange] {
  /// Networks, separated by blanks or commas.
  public static var networks: SettingForm {
    SettingForm("addresses and ranges like 192.168.1.0/24, or none") { AddressRange.list($0) }
  }
}

extension SettingForm where Value == Interval {
  /// Returns the form of whole milliseconds in `range`.
  public static func milliseconds(_ range: ClosedRange<Int64>) -> SettingForm {
    whole("milliseconds", range, .milliseconds(1))
  }

  /// Returns the form of whole seconds in `range`.
  public static func seconds(_ range: ClosedRange<Int64>) -> SettingForm {
    whole("seconds", range, .seconds(1))
  }

  /// Returns the form of whole days in `range`.
  public static func days(_ range: ClosedRange<Int64>) -> SettingForm {
    whole("days", range, .seconds(86_400))
  }

  private static func whole(_ name: String, _ range: ClosedRange<Int64>, _ unit: Interval) -> SettingForm {
    SettingForm("\(name) from \(range.lowerBound) to \(range.upperBound)") { text in
      guard let count = Int64(text), range.contains(count) else { return nil }
      return Interval(nanoseconds: count * unit.nanoseconds)
    }
  }
}
