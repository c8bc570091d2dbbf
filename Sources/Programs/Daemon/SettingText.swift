import Model
public import Wire

/// The text of the file with the settings that dashboards and terminals have changed.
///
/// Its first line has a checksum of the rest, which shows whether somebody has edited the file by hand.
public struct SettingText: Sendable {
  /// The maximum size of the file, in bytes: all settings of all players take less than half of it.
  public static let limit = 32_768
  private static let start = Array("# Written by the dashboard, with the checksum ".utf8)
  private static let advice = """

    # The settings in /etc/tiltpad override these. To undo all of these, delete this file, and then: systemctl reload tiltpad
    # If this file is edited by hand, it is still used, but the dashboard no longer changes it.

    """

  /// The bytes of the file.
  public let bytes: [UInt8]

  /// Creates the text of `settings`, each of which occurs once.
  public init(_ settings: [Setting]) {
    var sections: [String: [String]] = [:]
    for setting in settings {
      guard let text = setting.knob.text(of: setting.value) else { continue }
      sections[setting.section, default: []].append("\(setting.knob.key) = \(text)\n")
    }
    let body = sections.sorted { $0.key < $1.key }.map { "[\($0.key)]\n\($0.value.sorted().joined())" }
    let rest = Array((SettingText.advice + body.joined()).utf8)
    bytes = SettingText.start + SettingText.digits(of: rest) + rest
  }

  /// Returns whether nobody has changed `bytes` since they were written.
  public static func isOwn(_ bytes: [UInt8]) -> Bool {
    let end = start.count + 8
    guard bytes.count >= end, bytes.starts(with: start) else { return false }
    return Array(bytes[start.count..<end]) == digits(of: Array(bytes[end...]))
  }

  /// Returns the checksum in eight hexadecimal digits.
  private static func digits(of bytes: [UInt8]) -> [UInt8] {
    let text = String(Checksum.of(bytes.span), radix: 16)
    return Array((String(repeating: "0", count: 8 - text.utf8.count) + text).utf8)
  }
}
