import Bridge
import Buzzer
import Daemon
import Forces
import Gamepad
import Model
import Motion
import Room
import Settings

/// The keys of the daemon's sections, in the order of the manual.
extension Configuration {
  static let hostKeys: [SettingKey<Configuration>] = [
    SettingKey("name", .deviceName, isPrivate: true, \.daemon.name),
    SettingKey("discovery", .flag, \.daemon.isDiscoverable),
    SettingKey("port", .port, \.daemon.port),
    SettingKey("socket", optional: shortPath, isPrivate: true, \.socketPath),
    SettingKey("players", .number(1...16), \.daemon.bridge.roster.limit),
    SettingKey("pads", .choice, \.daemon.pads),
    SettingKey("uinput", .path, isPrivate: true, \.daemon.uinputPath),
    SettingKey("identity", identity, \.daemon.identity),
    SettingKey("identity_by_controller", identities, \.daemon.bridge.identities),
    SettingKey("sticks", .flag, \.daemon.bridge.takesSticks),
    SettingKey("motion", .flag, \.daemon.hasMotion),
    SettingKey("battery", .flag, \.daemon.showsBattery),
    SettingKey("wheel_range", .number(40...900), \.daemon.wheel.range),
    SettingKey("grip", .choice, \.daemon.wheel.grip),
    SettingKey("allow_plain", .networks, \.daemon.bridge.roster.plainRanges),
    SettingKey("admission", admission, \.daemon.bridge.admission.policy),
    SettingKey("confirm", .flag, \.daemon.bridge.admission.allowsConfirmation),
    SettingKey("dashboard_settings", .flag, \.daemon.dashboard.isAllowed),
    SettingKey("keep_slot", .seconds(0...3_600), or: "forever", \.daemon.bridge.roster.reservation),
    SettingKey("standing", .number(0...16), \.daemon.standing),
  ]

  static let sessionKeys: [SettingKey<Configuration>] = [
    SettingKey("mode", mode, \.daemon.room.mode),
    SettingKey("mode_button", modeButton, \.daemon.bridge.input.reserved),
  ]

  static let buzzerKeys: [SettingKey<Configuration>] = [
    SettingKey("automatic", .flag, \.daemon.room.quiz.isAutomatic),
    SettingKey("points", .number(0...1_000), \.daemon.room.quiz.points),
    SettingKey("penalty", .number(0...1_000), \.daemon.room.quiz.penalty),
    SettingKey("lock_out", .milliseconds(0...10_000), \.daemon.room.quiz.lockOut),
    SettingKey("result", .milliseconds(0...60_000), \.daemon.room.quiz.resultTime),
    SettingKey("pause", .milliseconds(0...60_000), \.daemon.room.quiz.pause),
    SettingKey("keep_rounds", .days(1...3_650), or: "forever", \.daemon.roundAge),
    SettingKey("keys", quizKeys, \.daemon.quizKeys),
  ]

  static let inputKeys: [SettingKey<Configuration>] =
    [
      SettingKey("profile", anyName, isPrivate: true, \.profileName),
      SettingKey("press_hold", pressHold, \.daemon.bridge.input.pressHold),
      SettingKey("minimum_press", .milliseconds(0...100), \.daemon.bridge.input.minimumPress),
      SettingKey("edge_lifetime", .milliseconds(0...6_000), \.daemon.bridge.input.edgeLifetime),
    ]

  /// Returns the keys for one player's pad.
  static func playerKeys(_ slot: PlayerSlot) -> [SettingKey<Configuration>] {
    [
      SettingKey("identity", optional: identity, \.daemon.playerIdentities[slot]),
      SettingKey("motion", optional: .flag, \.daemon.playerMotion[slot]),
      SettingKey("profile", optional: anyName, isPrivate: true, \.playerProfiles[slot]),
    ]
  }

  static let identity = SettingForm<Identity>.oneOf(Identity.named.map { ($0.name, $0.identity) })

  private static let identities = SettingForm<Set<UInt8>>.oneOf([("yes", Identity.knownNumbers), ("no", [])])

  private static let admission = SettingForm<AdmissionPolicy>.oneOf(
    AdmissionPolicy.allCases.map { ($0.label, $0) })

  static let mode = SettingForm<Mode>.oneOf(Mode.allCases.map { ($0.label, $0) })

  private static let anyName = SettingForm<String>("the name of a profile") { $0 }

  private static let pressHold = SettingForm<PressHold?>.oneOf([("yes", .default), ("no", nil)])

  private static let shortPath = SettingForm("an absolute path of at most 100 bytes") { text -> String? in
    text.hasPrefix("/") && text.utf8.count <= 100 ? text : nil
  }

  private static let modeButton = SettingForm("the name of a button, or none") { text -> Buttons? in
    text == "none" ? [] : Button(label: text).map { Buttons($0) }
  }

  private static let quizKeys = SettingForm("names of keys like KEY_1 KEY_2, or none") { text -> [UInt16]? in
    let names = text == "none" ? [] : text.split { " \t".contains($0) }.map(String.init)
    let codes = names.compactMap(VirtualKeyboard.code(named:))
    return codes.count == names.count && codes.count <= 16 ? codes : nil
  }
}
