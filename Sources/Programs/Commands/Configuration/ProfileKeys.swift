import Bridge
import Model
import Motion
import Settings
import Wire

/// The keys of `[profile NAME]`, which change an existing profile or create one as a copy of `pad`.
extension Configuration {
  static let profileKeys: [SettingKey<Profile>] =
    [
      SettingKey("left_x", axis, \.leftX), SettingKey("left_y", axis, \.leftY),
      SettingKey("right_x", axis, \.rightX), SettingKey("right_y", axis, \.rightY),
      SettingKey("full_lock", real("degrees from 1 to 180", 1...180, scale: .pi / 180), \.tilt.fullLock),
      SettingKey("dead_zone", real("a share of the full lock from 0 to 0.9", 0...0.9), \.tilt.deadZone),
      SettingKey("curve", real("a number from 0 (linear) to 1 (cubic)", 0...1), \.tilt.curve),
      SettingKey("invert", .flag, \.tilt.isInverted),
      SettingKey("stick_dead_zone", real("a share from 0 to 0.9", 0...0.9), \.stick.deadZone),
      SettingKey("stick_anti_dead_zone", real("a share from 0 to 0.9", 0...0.9), \.stick.antiDeadZone),
      SettingKey("stick_curve", real("a number from 0 (linear) to 1 (cubic)", 0...1), \.stick.curve),
      SettingKey("filter", filter, \.filter), SettingKey("smoothing", smoothing, \.filter),
    ] + aimKeys

  /// The keys of rotation and flicks, which move the right stick.
  private static let aimKeys: [SettingKey<Profile>] = [
    SettingKey("gyro", .oneOf([("off", false), ("stick", true)]), \.aim.usesGyro),
    SettingKey(
      "gyro_space", .oneOf([("player", .player), ("world", .world), ("local", .local)]), \.aim.space),
    SettingKey("gyro_rate", real("a number from 0.1 to 20", 0.1...20), \.aim.rate),
    SettingKey("gyro_tighten", real("degrees per second from 0 to 50", 0...50), \.aim.tightening),
    SettingKey("turn_rate", real("degrees per second from 30 to 3600", 30...3_600), \.aim.turnRate),
    SettingKey("turn_power", real("a number from 1 (linear) to 4", 1...4), \.aim.power),
    SettingKey("turn_inner", real("a share from 0 to 0.4", 0...0.4), \.aim.innerZone),
    SettingKey("turn_outer", real("a share from 0 to 0.4", 0...0.4), \.aim.outerZone),
    SettingKey("flick", .flag, \.aim.usesFlick),
    SettingKey("flick_snap", .oneOf([("0", 0), ("4", 4), ("8", 8)]), \.aim.snap),
  ]

  /// The profile `name`; a copy of `pad` until it is set.
  subscript(profile name: String) -> Profile {
    get { profiles.first { $0.name == name }?.profile ?? .pad }
    set {
      let index = profiles.firstIndex { $0.name == name }
      if let index { profiles[index].profile = newValue } else { profiles.append((name, newValue)) }
    }
  }

  private static let axis = SettingForm<Profile.Source>.oneOf([
    ("stick", .stick), ("roll", .roll), ("pitch", .pitch), ("yaw", .yaw),
  ])

  private static let filter = SettingForm<TiltFilter>(TiltFilter.form) { TiltFilter(text: $0) }

  private static let smoothing = SettingForm<TiltFilter>(Knob(key: "smoothing")?.words ?? "") { text in
    Knob(key: "smoothing")?.value(of: text).map { TiltFilter(smoothing: $0) }
  }

  /// Returns the form of a number in `range`; the setting is the number times `scale`.
  private static func real(
    _ words: String, _ range: ClosedRange<Double>, scale: Double = 1
  ) -> SettingForm<Double> {
    SettingForm(words) { text in Double(text).flatMap { range.contains($0) ? $0 * scale : nil } }
  }
}

extension TiltFilter {
  /// The forms of a filter, described for the user.
  static let form =
    "none, moving-average [COUNT], time-average [MS], one-euro [HZ BETA HZ] or gated-average [MS MS RAD/S RAD/S]"

  /// Creates the filter from `text`: its name, followed by all of its numbers or none; nil if `text` is invalid.
  init?(text: String) {
    let words = text.split { " \t".contains($0) }.map(String.init)
    let numbers = words.dropFirst().compactMap(Double.init)
    guard let name = words.first, numbers.count == words.count - 1, numbers.allSatisfy(\.isFinite),
      let filter = TiltFilter(name: name, numbers: numbers), filter.isValid
    else { return nil }
    self = filter
  }

  private init?(name: String, numbers: [Double]) {
    switch (name, numbers.count) {
    case ("none", 0): self = .none
    case ("moving-average", 0): self = .defaultMovingAverage
    case ("moving-average", 1):
      guard let count = Int(exactly: numbers[0]) else { return nil }
      self = .movingAverage(count: count)
    case ("time-average", 0): self = .timeAverage(window: .milliseconds(100))
    case ("time-average", 1): self = .timeAverage(window: Interval(milliseconds: numbers[0]))
    case ("one-euro", 0): self = .default
    case ("one-euro", 3):
      self = .oneEuro(minimumCutoff: numbers[0], beta: numbers[1], derivativeCutoff: numbers[2])
    case ("gated-average", 0): self = .defaultGatedAverage
    case ("gated-average", 4):
      self = .gatedAverage(
        GateSettings(
          longWindow: Interval(milliseconds: numbers[0]), shortWindow: Interval(milliseconds: numbers[1]),
          closedSpeed: numbers[2], openSpeed: numbers[3]))
    default: return nil
    }
  }
}

extension Interval {
  /// Creates an interval of `milliseconds`, limited to 0 to 60,000 ms.
  fileprivate init(milliseconds: Double) {
    self.init(nanoseconds: Int64(min(max(milliseconds, 0), 60_000) * 1e6))
  }
}
