/// The ways in which the votes of a crowd determine the state of one pad (docs/crowd.md).
public enum CrowdPreset: UInt8, CaseIterable, Sendable {
  /// The pad shows the mean of all votes, including votes for rest; a button is down if more than half press
  /// it.
  case together = 1
  /// The pad does what most votes want; a tie is rest.
  case ballot
  /// The pad does what the latest vote wants when a window ends.
  case latest

  private static let labels = ["together", "ballot", "latest"]

  /// The name of the preset for commands and pages.
  public var label: String { CrowdPreset.labels[Int(rawValue) - 1] }

  /// Creates the preset that is called `label`; nil when none has that name.
  public init?(label: String) {
    guard let index = CrowdPreset.labels.firstIndex(of: label) else { return nil }
    self.init(rawValue: UInt8(index + 1))
  }
}

/// The terms on which a crowd plays one pad.
public struct CrowdTerms: Hashable, Sendable {
  /// The shortest and the longest window, in ms.
  public static let windows: ClosedRange<UInt16> = 100...30_000
  /// The maximum number of voters.
  public static let voters = 100
  /// The smallest and the largest limit on the number of voters from one address.
  public static let limits: ClosedRange<UInt8> = 1...UInt8(voters)
  /// The limit on the number of voters from one address, unless the host sets another.
  public static let usualLimit: UInt8 = 24

  /// The way in which votes are counted.
  public var preset: CrowdPreset
  /// The time over which votes are collected, in ms, 100 to 30,000.
  public var window: UInt16
  /// The limit on the number of voters from one address, 1 to 100.
  public var limit: UInt8

  /// Creates terms; by default the mean of all votes, every 200 ms, with at most 24 voters from one address.
  public init(
    _ preset: CrowdPreset = .together, window: UInt16 = 200, limit: UInt8 = CrowdTerms.usualLimit
  ) {
    (self.preset, self.window, self.limit) = (preset, window, limit)
  }
}
