import Bridge
import Console
import Daemon
import Foundation
import Gamepad
import Impairment
import Model
import Notation
import Settings
import Testing
import Wire

@testable import Commands

/// The file of the dashboard's settings, among the other files of the configuration.
@Suite struct DashboardFileTests {
  private let scratch = ConfigurationTests.Scratch()

  /// Reads the configuration with `root` as root's file and `dashboard` as the dashboard's.
  private func read(_ root: String = "", dashboard: String) throws -> DaemonSettings {
    let file = scratch.write(root, to: "a.conf")
    let own = scratch.write(dashboard, to: "dashboard.conf")
    return try Configuration(path: file, isRequired: true, with: own).daemonSettings(socketPath: "")
  }

  private func setting(_ key: String, _ text: String, of slot: PlayerSlot? = nil) throws -> Setting {
    let knob = try #require(Knob(key: key))
    return try #require(knob.value(of: text).flatMap { Setting(knob, of: slot, $0) })
  }

  /// A setting of each kind with its greatest value or last word, and if possible also one for a single
  /// player.
  private static let all: [Setting] = Knob.all.flatMap { knob in
    let value: Int32 =
      switch knob.form {
      case .words(let words): Int32(words.count - 1)
      case .number(let range, _, _, _): range.upperBound
      }
    return [Setting(knob, value), Setting(knob, of: PlayerSlot(index: 2), value)].compactMap(\.self)
  }

  @Test func `What the daemon writes it reads again, and it is in effect`() throws {
    let text = String(decoding: SettingText(Self.all).bytes, as: UTF8.self)
    let settings = try read(dashboard: text)
    #expect(!settings.dashboard.isEdited && settings.dashboard.faults == [])
    #expect(Set(settings.dashboard.kept) == Set(Self.all))
    let engine = HostEngineValues(settings)
    for setting in Self.all {
      #expect(engine.value(of: setting) == setting.value, "\(setting.section) \(setting.knob.key)")
    }
  }

  @Test(arguments: all.indices)
  func `Root's files win over each setting, and say where`(index: Int) throws {
    let setting = Self.all[index]
    let other: Int32 = if case .number(let range, _, _, _) = setting.knob.form { range.lowerBound } else { 0 }
    let text = try #require(setting.knob.text(of: other))
    let dashboard = String(decoding: SettingText([setting]).bytes, as: UTF8.self)
    let settings = try read(
      "# root\n[\(setting.section)]\n\(setting.knob.key) = \(text)\n", dashboard: dashboard)
    #expect(HostEngineValues(settings).value(of: setting) == other)
    let lock = settings.dashboard.lock(of: setting.knob, setting.slot)
    #expect(lock?.line == 3 && lock?.file.hasSuffix("/a.conf") == true)
    #expect(settings.dashboard.kept == [setting], "it comes back when root's line is gone")
  }

  @Test func `A key of a profile that root has written is root's too`() throws {
    let kept = [try setting("full_lock", "90"), try setting("smoothing", "3", of: PlayerSlot(index: 0))]
    let dashboard = String(decoding: SettingText(kept).bytes, as: UTF8.self)
    let settings = try read("[profile wheel]\nfull_lock = 30\nfilter = none\n", dashboard: dashboard)
    #expect(HostEngineValues(settings).value(of: kept[0]) == 300)
    #expect(HostEngineValues(settings).value(of: kept[1]) == 0)
  }

  /// Each key of the configuration that no dashboard may change, by its section.
  static let forbidden: [(section: String, key: String)] = allKeys.compactMap { entry in
    let (section, key) = (entry.section, entry.key)
    guard !section.hasPrefix("profile") else { return (section, key.name) }
    guard let knob = Knob(key: key.name) else { return (section, key.name) }
    let sections = knob.scope == .feel ? ["input"] : ["host"]
    let isOwn = section.hasPrefix("player ") && knob.scope != .host
    return sections.contains(section) || isOwn ? nil : (section, key.name)
  }

  @Test(arguments: forbidden.map { [$0.section, $0.key] })
  func `A key that is not on the list has no effect in the dashboard's file`(key: [String]) throws {
    for value in ["yes", "1", "none", "/tmp/x", "0.0.0.0/0", "locked", "wheel", "open", "any"] {
      let settings = try read(dashboard: "[\(key[0])]\n\(key[1]) = \(value)\n")
      #expect(settings.dashboard.kept == [] && settings.dashboard.faults.count == 1)
      #expect("\(settings.bridge.roster)" == "\(DaemonSettings.defaults.bridge.roster)")
      #expect(settings.port == DaemonSettings.defaultPort && settings.uinputPath == "/dev/uinput")
    }
  }

  @Test
  func `The list is as the decision has it, and nothing of the network, of files or of admission is on it`() {
    #expect(
      Knob.all.map(\.key) == [
        "profile", "full_lock", "dead_zone", "curve", "invert", "smoothing", "stick_dead_zone",
        "stick_anti_dead_zone", "stick_curve", "press_hold", "minimum_press", "gyro", "gyro_space",
        "gyro_rate",
        "gyro_tighten", "turn_rate", "turn_power", "turn_inner", "turn_outer", "flick", "flick_snap",
        "identity",
        "motion", "battery", "players", "keep_slot",
      ])
    let keys = Set(Self.forbidden.filter { $0.section == "host" }.map(\.key))
    for key in [
      "port", "socket", "uinput", "pads", "allow_plain", "admission", "confirm", "discovery", "name",
    ] {
      #expect(keys.contains(key), "\(key)")
    }
    #expect(
      Self.forbidden.contains { $0 == ("web", "page") }
        && Self.forbidden.contains { $0 == ("web", "certificate") })
  }

  @Test func `The words of a setting are those of the configuration`() throws {
    #expect(Knob(key: "identity")?.form == .words(Identity.named.map(\.name)))
    let profile = try #require(Knob(key: "profile"))
    #expect(profile.form == .words(["wheel", "pad", "flight", "raw"]))
  }

  @Test func `Nothing in the file stops the daemon`() throws {
    let whole = Array(String(decoding: SettingText(Self.all).bytes, as: UTF8.self).utf8)
    for seed in 1...500 as ClosedRange<UInt64> {
      var dice = Random(seed: seed)
      var bytes = whole
      for _ in 0..<Int.random(in: 1...20, using: &dice) {
        let index = Int.random(in: bytes.indices, using: &dice)
        switch Int.random(in: 0..<3, using: &dice) {
        case 0: bytes[index] = UInt8.random(in: 0...UInt8.max, using: &dice)
        case 1: bytes.remove(at: index)
        default: bytes.insert(contentsOf: bytes[..<min(40, index)], at: index)
        }
      }
      let path = "\(scratch.path)/dashboard.conf"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let file = scratch.write("", to: "a.conf")
      let settings = try Configuration(path: file, isRequired: true, with: path).daemonSettings(
        socketPath: "")
      #expect(settings.dashboard.isEdited, "seed \(seed)")
      #expect((1...16).contains(settings.bridge.roster.limit), "seed \(seed)")
    }
  }

  @Test func `A folder or a huge file in its place is left alone`() throws {
    let path = "\(scratch.path)/dashboard.conf"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let file = DashboardFile(at: path)
    #expect(file.isEdited && file.settings == [] && file.faults.count == 1)
    #expect(DashboardFile(at: "\(scratch.path)/none").isEdited == false)
  }
}

/// The values that a host with these settings has.
private struct HostEngineValues {
  private let settings: DaemonSettings

  init(_ settings: DaemonSettings) { self.settings = settings }

  /// Returns the value that is in effect for the setting's player.
  func value(of setting: Setting) -> Int32? {
    settings.values(of: setting.slot)[Int(setting.knob.number) - 1]
  }
}

extension DaemonSettings {
  fileprivate static var defaults: DaemonSettings { Configuration().daemonSettings(socketPath: "") }
}
