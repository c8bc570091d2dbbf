import Bridge
import Console
import Daemon
import Gamepad
import Model
import Motion
import Notation
import Platform
import Settings
import Wire

/// The settings in the configuration files: those of each program, and those known only after all lines are read.
struct Configuration: Sendable {
  /// The daemon's settings, except for the profile and the socket.
  ///
  /// The profile and the socket are known only after all lines are read; see ``daemonSettings(socketPath:)``.
  var daemon: DaemonSettings = {
    var settings = DaemonSettings(socketPath: "")
    settings.bridge.identities = Identity.knownNumbers
    (settings.isDiscoverable, settings.roundAge) = (true, .seconds(365 * 86_400))
    return settings
  }()
  var web = WebSettings()
  var inputs = InputSettings()
  var socketPath: String?
  var profileName = "wheel"
  var profiles = Profile.named
  /// The names of single players' profiles.
  var playerProfiles: [PlayerSlot: String] = [:]
  /// The keys that files and options have set, with their values as text.
  private(set) var document = SettingsDocument()

  /// The path of the configuration file unless an option names another.
  static let defaultPath = ownPath ?? "/etc/tiltpad/tiltpad.conf"

  /// The path of the user's own file in a single-user installation; nil for root and without such a file.
  static let ownPath: String? = {
    guard Surroundings.userID != 0 else { return nil }
    let directory = Surroundings.ownDirectory("XDG_CONFIG_HOME", orInHome: ".config")
    return directory.map { "\($0)/tiltpad/tiltpad.conf" }.flatMap { FileContents.exists($0) ? $0 : nil }
  }()

  /// Reads the configuration files, and then the settings of the dashboard.
  ///
  /// The files are the dashboard's setup answers at `setup`, the file at `path`, and its drop-ins
  /// `path`.d/*.conf in the order of their names. From the file at `dashboard`, only those settings are added
  /// that neither the file at `path` nor a drop-in fixes. They replace those of the setup answers.
  ///
  /// A missing file counts as empty, except the one at `path` if `isRequired` is true. A wrong line of
  /// `dashboard` has no effect.
  ///
  /// - Throws: a failure that names the file and, for a wrong line, the line.
  init(
    path: String, isRequired: Bool, after setup: String? = nil, with dashboard: String? = nil
  ) throws(Failure) {
    if let setup, FileContents.exists(setup) { try read(setup) }
    for file in try ConfigurationFiles.all(path, isRequired: isRequired) { try read(file, isRoots: true) }
    if let dashboard { adopt(DashboardFile(at: dashboard)) }
    try checkProfileNames(path)
  }

  /// Creates the default configuration.
  init() {}

  /// The profile in use.
  var profile: Profile {
    profiles.first { $0.name == profileName }?.profile ?? .wheel
  }

  /// Returns the settings of the daemon whose socket for local programs is at `socketPath`.
  func daemonSettings(socketPath: String) -> DaemonSettings {
    var settings = daemon
    settings.socketPath = socketPath
    settings.bridge.input.profile = profile
    settings.bridge.tuning.profiles = profiles.map(\.profile)
    settings.profileNames = profiles.map(\.name)
    settings.bridge.tuning.isChosen = daemon.dashboard.kept.contains {
      $0.knob.key == "profile" && $0.slot == nil
    }
    settings.bridge.tuning.profile = number(ofProfile: profileName)
    settings.bridge.tuning.ownProfiles = playerProfiles.mapValues(number)
    return settings
  }

  private func number(ofProfile name: String) -> Int32 {
    Int32(profiles.firstIndex { $0.name == name } ?? 0)
  }

  /// Reads the file at `path`; if it is root's, its settings cannot be changed on dashboards.
  private mutating func read(_ path: String, isRoots: Bool = false) throws(Failure) {
    let lines = try ConfigurationFiles.lines(of: path)
    for (index, line) in lines.enumerated() {
      if isRoots, let lock = line.lock(in: path) { daemon.dashboard.locks.append(lock) }
      // An unknown section is reported at its first key, or at its own line if it has none.
      if line.isSection, index + 1 < lines.count, lines[index + 1].isSetting { continue }
      guard let fault = apply(line.content) else { continue }
      throw Failure(
        "\(path):\(line.number): \(fault.visible)", while: "reading the configuration",
        try: "man tiltpad.conf; it lists every section and key, and the format")
    }
  }

  /// Applies the content of a line; returns its fault in words, or nil.
  mutating func apply(_ content: SettingsText.Content) -> String? {
    switch content {
    case .section(let name): Configuration.fault(ofSection: name)
    case .setting(let section, let key, let value): set(key, of: section, to: value)
    case .fault(let fault, let column): fault.words(at: column)
    }
  }

  /// Sets `key` of `section` to `value`; returns its fault in words, or nil.
  mutating func set(_ key: String, of section: String, to value: String) -> String? {
    if let fault = Configuration.fault(ofSection: section) { return fault }
    guard let known = Configuration.key(key, of: section) else {
      return "there is no key \(key) in [\(section)]"
    }
    // Values that may name people or files stay out of the journal, where a report would have to find and remove them.
    guard known.set(&self, value) else {
      return "\(key) is not \(known.form)" + (known.isPrivate ? "" : ": \(value)")
    }
    document.set(key, of: section, to: value)
    return nil
  }

  /// Sets the keys of `section` that have the names of the given `options` and `files`.
  ///
  /// The values of the options in `files` are paths, and may be relative to the working directory.
  ///
  /// - Throws: a usage failure that names the option with a malformed value.
  mutating func adopt(
    _ invocation: Invocation, _ options: [String], files: [String] = [], of section: String
  ) throws(Failure) {
    for option in options + files {
      let name = String(option.map { $0 == "-" ? "_" : $0 })
      guard let given = invocation.value(option), let key = Configuration.key(name, of: section) else {
        continue
      }
      let value = files.contains(option) ? Surroundings.absolute(given) : given
      guard set(name, of: section, to: value) == nil else {
        throw .usage("--\(option) \(given) is not \(key.form)", of: invocation.command)
      }
    }
  }

  private func checkProfileNames(_ path: String) throws(Failure) {
    let names = [profileName] + playerProfiles.values.sorted()
    guard let missing = names.first(where: { name in !profiles.contains { $0.name == name } }) else { return }
    throw Failure(
      JournalForm.noProfile.line(missing), while: "reading the configuration \(path)",
      try:
        "choose one of \(Profile.named.map(\.name).joined(separator: ", ")), or add a section [profile] of this name"
    )
  }
}
