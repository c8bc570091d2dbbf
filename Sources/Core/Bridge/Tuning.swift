public import Model
public import Motion
public import Wire

/// The settings that change the feel of inputs, for everybody and for each player.
public struct Tuning: Sendable {
  /// Lists of settings: those for everybody at index 0, and those for a player at the number of the player's
  /// slot.
  public typealias Layers = [[Setting]]

  /// Layers without a setting.
  public static let none = Layers(repeating: [], count: PlayerSlot.limit + 1)

  /// A profile, and the value of the setting `profile` that stands for this profile.
  public struct Choice: Hashable, Sendable {
    /// The value.
    public var number: Int32
    /// The profile.
    public var profile: Profile

    /// Creates the choice of `profile`, for which `number` stands.
    public init(_ number: Int32, _ profile: Profile) { (self.number, self.profile) = (number, profile) }
  }

  /// The profiles, indexed by the value of the setting `profile`.
  ///
  /// The named profiles come first, then those of the host's configuration.
  public var profiles = Profile.named.map(\.profile)
  /// The value of the setting `profile` for players who have none of their own.
  public var profile: Int32 = 0
  /// The values of the setting `profile` of players who have one of their own.
  public var ownProfiles: [PlayerSlot: Int32] = [:]
  /// True if ``profile`` was chosen on a dashboard or by `tiltpad set`, so that no game changes it.
  public var isChosen = false
  /// The profiles that games have set, by slot.
  var games = [Choice?](repeating: nil, count: PlayerSlot.limit)
  /// The settings of the configuration.
  public private(set) var settings = Tuning.none

  /// Creates a tuning in which all players have the first profile, unchanged.
  public init() {}

  /// Adds a setting to the configuration; it replaces an earlier value of the same setting.
  public mutating func add(_ setting: Setting) { settings.add(setting) }

  /// Returns the input settings of the player in `slot`, or those for everybody if `slot` is nil.
  ///
  /// `common` are the settings without any tuning, and `tried` are the settings on trial.
  func input(
    of slot: PlayerSlot?, _ common: ControllerInput.Settings, trying tried: Layers
  ) -> ControllerInput.Settings {
    let layers = layers(of: slot, trying: tried)
    var input = common
    if let game = game(of: slot, in: layers) {
      input.profile = game.profile
    } else {
      let number = profile(of: slot, in: layers)
      if number != profile, profiles.indices.contains(Int(number)) { input.profile = profiles[Int(number)] }
    }
    for setting in layers { Dial.all[setting.knob.key]?.write(&input, setting.value) }
    return input
  }

  /// Returns the values of all settings for the player in `slot`, or for everybody if `slot` is nil.
  ///
  /// A value is nil if the configured value is not one of the setting's values, or if the setting is not
  /// about the feel of inputs.
  public func values(
    of slot: PlayerSlot?, _ common: ControllerInput.Settings, trying tried: Layers = Tuning.none
  ) -> [Int32?] {
    let (layers, input) = (layers(of: slot, trying: tried), input(of: slot, common, trying: tried))
    let profile = game(of: slot, in: layers)?.number ?? profile(of: slot, in: layers)
    return Knob.all.map { knob in
      let value = knob.key == Tuning.profileKey ? profile : Dial.all[knob.key]?.read(input)
      return value.flatMap { knob.allows($0) ? $0 : nil }
    }
  }

  private static let profileKey = "profile"

  /// Returns the settings that concern `slot`, in the order in which they are applied.
  ///
  /// The settings for everybody come first, then those of the slot; in each group, those on trial come last.
  private func layers(of slot: PlayerSlot?, trying tried: Layers) -> [Setting] {
    let common = settings[0] + tried[0]
    return slot.map { common + settings[Int($0.number)] + tried[Int($0.number)] } ?? common
  }

  /// Returns the profile that a game has set for the player in `slot`; nil if another choice has precedence.
  private func game(of slot: PlayerSlot?, in layers: [Setting]) -> Choice? {
    guard let slot, !isChosen, ownProfiles[slot] == nil else { return nil }
    return layers.contains { $0.knob.key == Tuning.profileKey } ? nil : games[slot.index]
  }

  /// Returns the value of the setting `profile` for `slot`.
  ///
  /// A profile that is set or tried for everybody does not change a player who has one of their own.
  private func profile(of slot: PlayerSlot?, in layers: [Setting]) -> Int32 {
    let own = slot.flatMap { ownProfiles[$0] }
    let tried = layers.last { $0.knob.key == Tuning.profileKey && ($0.slot != nil || own == nil) }
    return tried?.value ?? own ?? profile
  }
}

extension Tuning.Layers {
  /// Adds a setting to its layer; it replaces an earlier value of the same setting.
  public mutating func add(_ setting: Setting) {
    let layer = Int(setting.slot?.number ?? 0)
    self[layer].removeAll { setting.replaces($0) }
    self[layer].append(setting)
  }
}
