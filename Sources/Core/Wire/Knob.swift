public import Model

/// A setting that dashboards and `tiltpad set` may change while the host runs (docs/decisions/0060).
///
/// There is no other list of these settings: the daemon, the gateway, the terminal, the pages and the
/// documents use this list. A value is a whole number, so that a text from a gateway never gets into a file.
public struct Knob: Hashable, Sendable {
  /// The unit of a number.
  public enum Unit: String, CaseIterable, Sendable {
    /// A number without a unit.
    case none = "a number"
    /// Degrees of an angle.
    case degrees
    /// A part of a whole, 0 to 1.
    case part = "a share"
    /// Hz.
    case hertz
    /// Milliseconds.
    case milliseconds
    /// Seconds.
    case seconds
    /// Degrees per second.
    case speed = "degrees per second"
  }

  /// The form of a setting's values.
  public enum Form: Hashable, Sendable {
    /// A number in the range, in units of 10 to the power of −`digits`.
    ///
    /// If `or` is given, it is a word that a person may enter in place of a number; its value is −1.
    case number(ClosedRange<Int32>, digits: Int = 0, Unit = .none, or: String? = nil)
    /// One of these words; the value is its position.
    case words([String])
  }

  /// The players that a setting concerns, and how it takes effect.
  public enum Scope: UInt8, CaseIterable, Sendable {
    /// The setting concerns everybody or one player, and takes effect at once, so that it can be tried.
    case feel
    /// The setting concerns everybody or one player, and takes effect with the next pad.
    case pad
    /// The setting concerns the host.
    case host
  }

  /// The key in the configuration.
  public let key: String
  /// The form of the values.
  public let form: Form
  /// The players that the setting concerns, and the moment at which it takes effect.
  public let scope: Scope

  private init(_ key: String, _ scope: Scope, _ form: Form) {
    (self.key, self.form, self.scope) = (key, form, scope)
  }

  /// The number on the wire: the position in ``all``, counted from 1.
  public var number: UInt8 { UInt8((Knob.all.firstIndex(of: self) ?? -1) + 1) }

  /// Returns the setting with that number on the wire; nil if there is none.
  public init?(number: UInt8) {
    guard Knob.all.indices.contains(Int(number) - 1) else { return nil }
    self = Knob.all[Int(number) - 1]
  }

  /// Returns the setting with that key; nil if there is none.
  public init?(key: String) {
    guard let knob = Knob.all.first(where: { $0.key == key }) else { return nil }
    self = knob
  }

  /// The settings in the order of their numbers; a new setting is added at the end.
  public static let all: [Knob] = [
    Knob("profile", .feel, .words(["wheel", "pad", "flight", "raw"])),
    Knob("full_lock", .feel, .number(10...1_800, digits: 1, .degrees)),
    Knob("dead_zone", .feel, .number(0...900, digits: 3, .part)),
    Knob("curve", .feel, .number(0...100, digits: 2)),
    Knob("invert", .feel, flag),
    Knob("smoothing", .feel, .number(0...1_000, digits: 2, .hertz)),
    Knob("stick_dead_zone", .feel, .number(0...900, digits: 3, .part)),
    Knob("stick_anti_dead_zone", .feel, .number(0...900, digits: 3, .part)),
    Knob("stick_curve", .feel, .number(0...100, digits: 2)),
    Knob("press_hold", .feel, flag),
    Knob("minimum_press", .feel, .number(0...100, .milliseconds)),
    Knob("gyro", .feel, .words(["off", "stick"])),
    Knob("gyro_space", .feel, .words(["player", "world", "local"])),
    Knob("gyro_rate", .feel, .number(1...200, digits: 1)),
    Knob("gyro_tighten", .feel, .number(0...500, digits: 1, .speed)),
    Knob("turn_rate", .feel, .number(30...3_600, .speed)),
    Knob("turn_power", .feel, .number(10...40, digits: 1)),
    Knob("turn_inner", .feel, .number(0...400, digits: 3, .part)),
    Knob("turn_outer", .feel, .number(0...400, digits: 3, .part)),
    Knob("flick", .feel, flag),
    Knob("flick_snap", .feel, .words(["0", "4", "8"])),
    Knob(
      "identity", .pad,
      .words([
        "xbox360", "xboxone", "xboxseries", "generic", "wheel", "flightstick", "accelerometer", "dualsense",
        "xboxone-bt", "g29",
      ])),
    Knob("motion", .pad, flag),
    Knob("battery", .host, flag),
    Knob("players", .host, .number(1...16)),
    Knob("keep_slot", .host, .number(0...3_600, .seconds, or: "forever")),
  ]

  private static let flag = Form.words(["no", "yes"])
}

extension Knob {
  /// The form of the values, described for the user.
  public var words: String {
    switch form {
    case .words(let words): "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    case .number(let range, let digits, let unit, let word):
      "\(unit.rawValue) from \(decimal(range.lowerBound, digits)) to \(decimal(range.upperBound, digits))"
        + (word.map { ", or \($0)" } ?? "")
    }
  }

  /// Returns whether `value` is one of the setting's values.
  public func allows(_ value: Int32) -> Bool {
    switch form {
    case .words(let words): words.indices.contains(Int(value))
    case .number(let range, _, _, let word): range.contains(value) || value == -1 && word != nil
    }
  }

  /// Returns the text of an allowed value, as in the configuration; nil for any other value.
  public func text(of value: Int32) -> String? {
    guard allows(value) else { return nil }
    return switch form {
    case .words(let words): words[Int(value)]
    case .number(_, let digits, _, let word): value == -1 ? word : decimal(value, digits)
    }
  }

  /// Returns the value of a text; nil if the text does not have the form.
  public func value(of text: String) -> Int32? {
    switch form {
    case .words(let words): return words.firstIndex(of: text).map { Int32($0) }
    case .number(let range, let digits, _, let word):
      if text == word { return -1 }
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let rest = parts.count == 2 ? parts[1] : "0"
      guard (1...2).contains(parts.count), (1...6).contains(parts[0].utf8.count), !rest.isEmpty,
        (parts[0] + rest).utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      let places = rest.prefix(digits) + String(repeating: "0", count: max(0, digits - rest.utf8.count))
      guard rest.dropFirst(digits).allSatisfy({ $0 == "0" }), let value = Int32(parts[0] + places) else {
        return nil
      }
      return range.contains(value) ? value : nil
    }
  }

  /// Returns `value`, which is not negative, with `digits` decimal places, but without zeros at its end.
  private func decimal(_ value: Int32, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(Int32(1)) { scale, _ in scale * 10 }
    guard value % scale != 0 else { return "\(value / scale)" }
    var places = String("\(scale + value % scale)".dropFirst())
    while places.hasSuffix("0") { places.removeLast() }
    return "\(value / scale).\(places)"
  }
}

/// A setting with a value, for everybody or for one player.
public struct Setting: Hashable, Sendable {
  /// The setting.
  public let knob: Knob
  /// The player; nil for everybody, or for the host.
  public let slot: PlayerSlot?
  /// The value, which the setting allows.
  public var value: Int32

  /// Creates a setting; returns nil if its value is not allowed, or if it has a `slot` but concerns the host.
  public init?(_ knob: Knob, of slot: PlayerSlot? = nil, _ value: Int32) {
    guard knob.allows(value), slot == nil || knob.scope != .host else { return nil }
    (self.knob, self.slot, self.value) = (knob, slot, value)
  }

  /// The name of the section of the configuration to which the setting belongs.
  public var section: String {
    slot.map { "player \($0.number)" } ?? (knob.scope == .feel ? "input" : "host")
  }

  /// Returns whether `other` is a value of the same setting for the same receiver: a player, everybody or the
  /// host.
  public func replaces(_ other: Setting) -> Bool { knob == other.knob && slot == other.slot }
}
