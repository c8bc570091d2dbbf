public import Model
public import Motion
public import Wire

/// The settings that change the feel of inputs, for everybody and for each player.
public struct Tuning: Sendable {
  /// Settings by layer: for everybody at 0, and for the player in each slot at its number.
  public typealias Layers = [[Setting]]

  /// Layers without a setting.
  public static let none = Layers(repeating: [], count: PlayerSlot.limit + 1)

  /// The profiles by the values of the setting `profile`; those after its words are the host's own.
  public var profiles = Profile.named.map(\.profile)
  /// The value of the setting `profile` for those who have no other.
  public var profile: Int32 = 0
  /// The profiles of single players, by the same values.
  public var ownProfiles: [PlayerSlot: Int32] = [:]
  /// The settings of the configuration.
  public private(set) var settings = Tuning.none

  /// Creates the tuning of players who all have the first profile as it is.
  public init() {}

  /// Adds a setting to the configuration's, in place of an earlier one.
  public mutating func add(_ setting: Setting) { settings.add(setting) }

  /// Returns the settings of the player in `slot`, or of everybody, with those that are tried.
  func input(
    of slot: PlayerSlot?, _ common: ControllerInput.Settings, trying tried: Layers
  ) -> ControllerInput.Settings {
    let layers = layers(of: slot, trying: tried)
    var input = common
    let number = profile(of: slot, in: layers)
    if number != profile, profiles.indices.contains(Int(number)) { input.profile = profiles[Int(number)] }
    for setting in layers { Dial.all[setting.knob.key]?.write(&input, setting.value) }
    return input
  }

  /// Returns the values of all settings for the player in `slot`, or for everybody; nil for those of the host.
  public func values(
    of slot: PlayerSlot?, _ common: ControllerInput.Settings, trying tried: Layers = Tuning.none
  ) -> [Int32?] {
    let (layers, input) = (layers(of: slot, trying: tried), input(of: slot, common, trying: tried))
    let profile = profile(of: slot, in: layers)
    return Knob.all.map { knob in
      let value = knob.key == Tuning.profileKey ? profile : Dial.all[knob.key]?.read(input)
      return value.flatMap { knob.allows($0) ? $0 : nil }
    }
  }

  private static let profileKey = "profile"

  /// Returns the settings that concern `slot`: those for everybody come first, and what is tried comes last.
  private func layers(of slot: PlayerSlot?, trying tried: Layers) -> [Setting] {
    let common = settings[0] + tried[0]
    return slot.map { common + settings[Int($0.number)] + tried[Int($0.number)] } ?? common
  }

  /// Returns the value of the setting `profile`: what is tried for everybody does not change a player with an own one.
  private func profile(of slot: PlayerSlot?, in layers: [Setting]) -> Int32 {
    let own = slot.flatMap { ownProfiles[$0] }
    let tried = layers.last { $0.knob.key == Tuning.profileKey && ($0.slot != nil || own == nil) }
    return tried?.value ?? own ?? profile
  }
}

extension Tuning.Layers {
  /// Adds a setting to its layer, in place of an earlier one.
  public mutating func add(_ setting: Setting) {
    let layer = Int(setting.slot?.number ?? 0)
    self[layer].removeAll { setting.replaces($0) }
    self[layer].append(setting)
  }
}
