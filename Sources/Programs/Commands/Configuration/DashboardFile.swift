import Console
import Daemon
import Model
import Notation
import Platform
import Wire

/// The file with the settings that dashboards have changed, as it was read.
///
/// Nothing in it may stop the daemon: a line that is neither a section nor one of ``Knob/all`` has no effect,
/// and is reported.
struct DashboardFile: Sendable {
  /// The path of the file.
  let path: String
  /// The settings in the file, each once.
  private(set) var settings: [Setting] = []
  /// True if somebody has edited the file by hand, or if it cannot be read.
  private(set) var isEdited = false
  /// The lines without an effect, in words; or only the reason why the file cannot be read.
  private(set) var faults: [String] = []

  /// Reads the file at `path`; a missing file has no settings.
  init(at path: String) {
    self.path = path
    guard FileContents.isNamed(path) else { return }
    do throws(SystemError) {
      let bytes = try FileContents.readOrdinary(path, limit: SettingText.limit)
      isEdited = !SettingText.isOwn(bytes)
      for line in SettingsText.lines(of: bytes) { read(line) }
    } catch {
      isEdited = true
      faults = [JournalForm.unreadable.line(path, error.reason)]
    }
  }

  private mutating func read(_ line: SettingsText.Line) {
    switch line.content {
    case .section: return
    case .setting(let section, let key, let value):
      let setting = Knob(key: key).flatMap { knob in
        knob.place(in: section).flatMap { slot in
          knob.value(of: value).flatMap { Setting(knob, of: slot.player, $0) }
        }
      }
      guard let setting else { break }
      settings.append(setting)
      return
    case .fault: break
    }
    faults.append(JournalForm.strayLine.line(path, "\(line.number)"))
  }
}

extension Configuration {
  /// Adds the settings of `file` that root's files do not have.
  mutating func adopt(_ file: DashboardFile) {
    (daemon.dashboard.path, daemon.dashboard.kept) = (file.path, file.settings)
    (daemon.dashboard.isEdited, daemon.dashboard.faults) = (file.isEdited, file.faults)
    for setting in file.settings where daemon.dashboard.lock(of: setting.knob, setting.slot) == nil {
      guard let text = setting.knob.text(of: setting.value) else { continue }
      _ = set(setting.knob.key, of: setting.section, to: text)
    }
  }
}

extension SettingsText.Line {
  /// Returns the setting of dashboards that the line in root's file at `path` sets; nil if it sets none.
  ///
  /// A key of a profile counts as well, because the dashboard's setting would replace it.
  func lock(in path: String) -> DaemonSettings.Dashboard.Lock? {
    guard case .setting(let section, let key, _) = content else { return nil }
    guard let knob = Knob(key: key == "filter" ? "smoothing" : key) else { return nil }
    if section.hasPrefix("profile ") { return .init(knob, nil, file: path, line: number) }
    return knob.place(in: section).map { .init(knob, $0.player, file: path, line: number) }
  }
}

extension Knob {
  /// Returns whose setting a line in `section` sets: that of `player`, or everybody's if `player` is nil.
  ///
  /// `isOwn` is true if the section is that of a player. The result is nil if the setting does not belong in
  /// `section`.
  func place(in section: String) -> (player: PlayerSlot?, isOwn: Bool)? {
    if section == (scope == .feel ? "input" : "host") { return (nil, false) }
    let words = section.split(separator: " ")
    guard scope != .host, words.count == 2, words[0] == "player",
      let player = Int(words[1]).flatMap({ PlayerSlot(number: $0) })
    else { return nil }
    return (player, true)
  }
}
