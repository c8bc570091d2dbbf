import Bridge
import Gamepad
public import Model
public import Wire

extension DaemonSettings {
  /// The settings that were changed on dashboards and at terminals, and the rules for such changes.
  public struct Dashboard: Hashable, Sendable {
    /// A setting that root's configuration files fix, and the line that does so.
    public struct Lock: Hashable, Sendable {
      /// The setting.
      public var knob: Knob
      /// The player; nil if the line is for everybody, and so fixes the setting for each player.
      public var slot: PlayerSlot?
      /// The path of the file.
      public var file: String
      /// The number of the line, counted from 1.
      public var line: Int

      /// Creates the lock of a setting.
      public init(_ knob: Knob, _ slot: PlayerSlot?, file: String, line: Int) {
        (self.knob, self.slot, self.file, self.line) = (knob, slot, file, line)
      }
    }

    /// The path of the file with the kept settings; nil if nothing can be kept.
    public var path: String?
    /// True if dashboards may change settings.
    public var isAllowed = true
    /// The settings in the file, including those that root's files overrule.
    public var kept: [Setting] = []
    /// The settings that root's files fix.
    public var locks: [Lock] = []
    /// True if somebody has edited the file by hand, so that it is left alone.
    public var isEdited = false
    /// The lines of the file that have no effect, in words.
    public var faults: [String] = []

    /// Creates the rules of a host on which nothing can be kept.
    public init() {}

    /// Returns the place in root's files that sets `knob` for `slot`, or for everybody; nil if there is none.
    public func lock(of knob: Knob, _ slot: PlayerSlot?) -> Lock? {
      locks.first { $0.knob == knob && ($0.slot == nil || $0.slot == slot) }
    }
  }
}

extension DaemonSettings {
  /// Returns the values of all settings for the player in `slot`, or for everybody, with nothing tried.
  package func values(of slot: PlayerSlot?) -> [Int32?] {
    let feel = bridge.tuning.values(of: slot, bridge.input)
    return zip(Knob.all, feel).map { $0.scope == .feel ? $1 : value(of: $0, slot) }
  }

  /// Returns the value of a setting of pads or of the host, for the player in `slot` or for everybody.
  ///
  /// Nil stands for a setting that a player cannot have, or for a value that the setting does not allow.
  func value(of knob: Knob, _ slot: PlayerSlot?) -> Int32? {
    guard slot == nil || knob.scope == .pad else { return nil }
    let value: Int32?
    switch knob.key {
    case "identity": value = Int32((slot.flatMap { playerIdentities[$0] } ?? identity).number) - 1
    case "motion": value = slot.flatMap { playerMotion[$0] } ?? hasMotion ? 1 : 0
    case "battery": value = showsBattery ? 1 : 0
    case "players": value = Int32(bridge.roster.limit)
    case "keep_slot":
      value = bridge.roster.reservation.map { Int32(clamping: $0.nanoseconds / 1_000_000_000) } ?? -1
    default: value = nil
    }
    return value.flatMap { knob.allows($0) ? $0 : nil }
  }
}
