import Bridge
import Buzzer
import Console
import Daemon
import Gamepad
import Model
import Motion
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
    if isRequired || FileContents.exists(path) { try read(path) }
    for name in FileContents.names(in: "\(path).d") where name.hasSuffix(".conf") {
      try read("\(path).d/\(name)")
    }
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
    var draft = self
    do throws(IniFile.Refusal) {
      try IniFile.read(path) { section, key, value in
        ConfigurationKey.set(key, of: section, to: value, in: &draft)
      }
    } catch {
      throw Failure(error, of: path)
    }
    self = draft
  }

  private func checkProfileName(_ path: String) throws(Failure) {
    guard !profiles.contains(where: { $0.name == profileName }) else { return }
    throw Failure(
      "there is no profile \(profileName)", while: "reading the configuration \(path)",
      try:
        "choose one of \(profiles.map(\.name).joined(separator: ", ")), or add a section [profile \(profileName)]"
    )
  }
}

extension Failure {
  /// Creates the failure of the configuration file at `path`, with the line if a line is wrong.
  fileprivate init(_ refusal: IniFile.Refusal, of path: String) {
    let remedy = "man tiltpad.conf; it lists every section and key"
    switch refusal {
    case .unreadable:
      self.init(
        "cannot read \(path)", while: "reading the configuration",
        try: "check that the file exists and that you may read it")
    case .line(let line, let reason):
      self.init(
        "\(path):\(line): \(reason ?? "neither [section] nor key = value")",
        while: "reading the configuration", try: remedy)
    }
  }
}
