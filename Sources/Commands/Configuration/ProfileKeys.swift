import Model
import Motion

/// The keys of `[profile NAME]`, which change an existing profile or create one as a copy of `pad`.
extension ConfigurationKey {
  static let profile = [
    axis("left_x", \.leftX), axis("left_y", \.leftY), axis("right_x", \.rightX), axis("right_y", \.rightY),
    real("full_lock", "degrees from 1 to 180", 1...180, scale: .pi / 180, \.tilt.fullLock),
    real("dead_zone", "a share of the full lock from 0 to 0.9", 0...0.9, \.tilt.deadZone),
    real("curve", "a number from 0 (linear) to 1 (cubic)", 0...1, \.tilt.curve),
    ConfigurationKey("profile", "invert", "yes or no") { configuration, name, text in
      change(name, in: &configuration) { assign(flag(text), to: &$0.tilt.isInverted) }
    },
    real("stick_dead_zone", "a share from 0 to 0.9", 0...0.9, \.stick.deadZone),
    real("stick_anti_dead_zone", "a share from 0 to 0.9", 0...0.9, \.stick.antiDeadZone),
    real("stick_curve", "a number from 0 (linear) to 1 (cubic)", 0...1, \.stick.curve),
    ConfigurationKey("profile", "filter", TiltFilter.form) { configuration, name, text in
      change(name, in: &configuration) { assign(TiltFilter(text: text), to: &$0.filter) }
    },
  ]

  private static func axis(
    _ name: String, _ path: any WritableKeyPath<Profile, Profile.Source> & Sendable
  ) -> ConfigurationKey {
    let sources: [String: Profile.Source] = ["stick": .stick, "roll": .roll, "pitch": .pitch, "yaw": .yaw]
    return ConfigurationKey("profile", name, "stick, roll, pitch or yaw") { configuration, profile, text in
      change(profile, in: &configuration) { assign(sources[text], to: &$0[keyPath: path]) }
    }
  }

  private static func real(
    _ name: String, _ form: String, _ range: ClosedRange<Double>, scale: Double = 1,
    _ path: any WritableKeyPath<Profile, Double> & Sendable
  ) -> ConfigurationKey {
    ConfigurationKey("profile", name, form) { configuration, profile, text in
      change(profile, in: &configuration) {
        assign(number(text, in: range).map { $0 * scale }, to: &$0[keyPath: path])
      }
    }
  }

  /// Applies `body` to the profile `name`, which is created as a copy of `pad` if it does not exist.
  private static func change(
    _ name: String, in configuration: inout Configuration, _ body: (inout Profile) -> Bool
  ) -> Bool {
    let index = configuration.profiles.firstIndex { $0.name == name } ?? configuration.profiles.endIndex
    if index == configuration.profiles.endIndex { configuration.profiles.append((name, .pad)) }
    return body(&configuration.profiles[index].profile)
  }
}

extension TiltFilter {
  /// The forms of a filter, for a person.
  static let form =
    "none, moving-average [COUNT], time-average [MS], one-euro [HZ BETA HZ] or gated-average [MS MS RAD/S RAD/S]"

  /// Creates the filter that `text` writes: its name, then all of its numbers or none of them; nil when `text` is no
  /// valid filter.
  init?(text: String) {
    let words = text.split { " \t".contains($0) }.map(String.init)
    let numbers = words.dropFirst().compactMap(Double.init)
    guard let name = words.first, numbers.count == words.count - 1,
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
  /// Creates the length of `milliseconds`, limited to 0 to 60,000 ms.
  fileprivate init(milliseconds: Double) {
    self.init(nanoseconds: Int64(min(max(milliseconds, 0), 60_000) * 1e6))
  }
}
