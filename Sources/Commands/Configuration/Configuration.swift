import Bridge
import Buzzer
import Console
import Daemon
import Gamepad
import Model
import Motion
import Notation
import Platform
import Room

/// The settings of the configuration files.
struct Configuration: Sendable {
  var port = DaemonSettings.defaultPort
  var socketPath: String?
  var players = 4
  var pads = DaemonSettings.PadKind.uinput
  var uinputPath = "/dev/uinput"
  var identity = Identity.xbox360
  var playerIdentities: [PlayerSlot: Identity] = [:]
  var followsWishes = true
  var hasMotion = true
  var playerMotion: [PlayerSlot: Bool] = [:]
  var plainRanges: [AddressRange] = []
  var profileName = "wheel"
  var profiles = Profile.named
  var hasPressHold = true
  var minimumPress = Interval.milliseconds(20)
  var edgeLifetime = Interval.seconds(1)
  var reservation: Interval? = .seconds(60)
  var standing = 0
  var name = ""
  var isDiscoverable = true
  var policy = AdmissionPolicy.open
  var allowsConfirmation = false
  var mode = Mode.play
  var modeButton: Button?
  var web = WebKeys()
  var inputs: [SourceKeys] = []
  var quiz = Quiz.Settings()
  var quizKeys: [UInt16] = []
  var roundAge: Interval? = .seconds(365 * 86_400)

  /// The path of the configuration file unless an option names another.
  static let defaultPath = ownPath ?? "/etc/tiltpad/tiltpad.conf"

  /// The path of the user's own file, which an installation for one user has; nil for root and without one.
  static let ownPath: String? = {
    guard Surroundings.userID != 0 else { return nil }
    let directory = Surroundings.ownDirectory("XDG_CONFIG_HOME", orInHome: ".config")
    return directory.map { "\($0)/tiltpad/tiltpad.conf" }.flatMap { FileContents.exists($0) ? $0 : nil }
  }()

  /// Reads the answers of the dashboard's first visit at `setup`, then the file at `path` and its drop-ins `path`.d/*.conf, in
  /// the order of their names.
  ///
  /// A missing file counts as empty unless it `isRequired`.
  ///
  /// - Throws: a failure that names the file, and the line if a line is wrong.
  init(path: String, isRequired: Bool, after setup: String? = nil) throws(Failure) {
    if let setup, FileContents.exists(setup) { try read(setup) }
    for file in try ConfigurationFiles.all(path, isRequired: isRequired) { try read(file) }
    try checkProfileName(path)
  }

  /// Creates the default configuration.
  init() {}

  /// The profile that is in use.
  var profile: Profile {
    profiles.first { $0.name == profileName }?.profile ?? .wheel
  }

  /// Returns the settings of the daemon that listens at `socketPath` for local programs.
  func daemonSettings(socketPath: String) -> DaemonSettings {
    var settings = DaemonSettings(socketPath: socketPath)
    settings.port = port
    settings.pads = pads
    settings.uinputPath = uinputPath
    settings.identity = identity
    settings.playerIdentities = playerIdentities
    settings.hasMotion = hasMotion
    settings.playerMotion = playerMotion
    settings.standing = standing
    settings.name = name
    settings.isDiscoverable = isDiscoverable
    settings.bridge.roster = Roster.Settings(
      limit: players, plainRanges: plainRanges, reservation: reservation)
    settings.bridge.admission = Admission.Settings(policy: policy, allowsConfirmation: allowsConfirmation)
    settings.room.quiz = quiz
    settings.quizKeys = quizKeys
    settings.roundAge = roundAge
    settings.bridge.wishes = followsWishes ? Identity.knownNumbers : []
    settings.bridge.input = ControllerInput.Settings(
      profile: profile, pressHold: hasPressHold ? .default : nil, minimumPress: minimumPress,
      edgeLifetime: edgeLifetime, reserved: modeButton.map { Buttons($0) } ?? [])
    settings.room.mode = mode
    return settings
  }

  private mutating func read(_ path: String) throws(Failure) {
    let lines = try ConfigurationFiles.lines(of: path)
    for (index, line) in lines.enumerated() {
      // An unknown section is reported at its first key, or where it stands without one.
      if line.isSection, index + 1 < lines.count, lines[index + 1].isSetting { continue }
      guard let fault = apply(line.content) else { continue }
      throw Failure(
        "\(path):\(line.number): \(fault.visible)", while: "reading the configuration",
        try: "man tiltpad.conf; it lists every section and key, and the format")
    }
  }

  /// Applies what a line says; returns the fault in words, or nil.
  mutating func apply(_ content: SettingsText.Content) -> String? {
    switch content {
    case .section(let name): ConfigurationKey.fault(ofSection: name)
    case .setting(let section, let key, let value):
      ConfigurationKey.set(key, of: section, to: value, in: &self)
    case .fault(let fault, let column): fault.words(at: column)
    }
  }

  private func checkProfileName(_ path: String) throws(Failure) {
    guard !profiles.contains(where: { $0.name == profileName }) else { return }
    throw Failure(
      JournalForm.noProfile.line(profileName), while: "reading the configuration \(path)",
      try:
        "choose one of \(Profile.named.map(\.name).joined(separator: ", ")), or add a section [profile] of this name"
    )
  }
}
