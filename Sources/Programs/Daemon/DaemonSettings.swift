public import Bridge
import Engine
public import Forces
public import Gamepad
public import Model
import Platform
public import Room
import Wire

/// The settings of the daemon.
public struct DaemonSettings: Sendable {
  /// The kind of pads.
  public enum PadKind: String, CaseIterable, Sendable {
    /// Devices of the kernel's uinput and uhid.
    ///
    /// If neither can be opened, and a previous daemon has left no pads, the daemon does not start.
    case uinput
    /// Pads in memory, visible only to Tiltpad's own monitor.
    case memory
    /// Devices of the kernel if uinput can be opened or a previous daemon has left pads, else pads in memory.
    case auto
  }

  /// The settings for admission and for converting input to reports.
  public var bridge = Bridge.Settings()
  /// The names of the profiles, in the order of those in ``bridge``.
  public var profileNames: [String] = []
  /// The settings of the room: its first mode, and the quiz.
  public var room = Room.Settings()
  /// The UDP port.
  public var port = DaemonSettings.defaultPort
  /// The path of the local socket.
  public var socketPath: String
  /// The path of the gateways' own socket, which accepts only gateways' messages; nil for no socket.
  public var gatewaySocketPath: String?
  /// The kind of pads that the daemon makes.
  public var pads = PadKind.uinput
  /// The path of the device that makes pads.
  public var uinputPath = "/dev/uinput"
  /// The number of slots with pads from the start, 0 to 16, counted from the first slot.
  public var standing = 0
  /// The path of the pads' records, which complement the service manager's store; nil if no pad should outlive the
  /// daemon.
  public var recordsPath: String?
  /// The path of the file with the host's keys and paired controllers; nil for no encrypted sessions.
  public var databasePath: String?
  /// The identity of a pad if neither its player, a game nor the controller determines another.
  public var identity = Identity.xbox360
  /// The identities of individual players' pads, which override controllers' requests.
  public var playerIdentities: [PlayerSlot: Identity] = [:]
  /// The keyboard codes of the keys for winners of rounds: the first player's, the second's, and so on.
  public var quizKeys: [UInt16] = []
  /// The age from which rounds, and earlier quizzes without rounds, are deleted; nil for no limit.
  public var roundAge: Interval?
  /// True if pads show their controllers' motion.
  public var hasMotion = true
  /// The exceptions from ``hasMotion``, by player: true if the pad shows motion.
  public var playerMotion: [PlayerSlot: Bool] = [:]
  /// True if pads with a battery show their controllers' charge.
  public var showsBattery = true
  /// The settings of wheels that games can push.
  public var wheel = WheelSettings()
  /// The name of the host; empty for the machine's name.
  public var name = ""
  /// True if the host announces itself on the LAN and answers probes.
  public var isDiscoverable = false
  /// The settings of the set-up on the first visit to the dashboard.
  public var setup = Setup()
  /// The settings that were changed on dashboards and at terminals.
  public var dashboard = Dashboard()
  /// The web gateway's program and its arguments; empty if the daemon should start none.
  public var gateway: [String] = []
  /// The inputs gateway's program and its arguments; empty if the daemon should start none.
  public var inputs: [String] = []

  /// The default UDP port.
  public static let defaultPort: UInt16 = 28_460

  /// The path of the device that makes pads with HID reports.
  public static let hidPath = "/dev/uhid"

  /// Creates settings with defaults.
  public init(socketPath: String) { self.socketPath = socketPath }

  /// The name of the host on the wire.
  var deviceName: DeviceName { DeviceName(name.isEmpty ? Host.name : name) }

  /// The settings of the engine.
  var engine: HostEngine.Settings { HostEngine.Settings(bridge: bridge, room: room) }

  /// The choice of identities for the pads.
  var identities: IdentityChoice { IdentityChoice(common: identity, own: playerIdentities) }

  /// The pads' motion settings in the order of the slots: true if the pad shows motion.
  var haveMotion: [Bool] {
    (0..<PlayerSlot.limit).map { playerMotion[PlayerSlot(index: $0)] ?? hasMotion }
  }

  /// The players whose pads show no motion.
  var motionless: PlayerSlots {
    PlayerSlots(haveMotion.indices.filter { !haveMotion[$0] }.map { PlayerSlots(PlayerSlot(index: $0)) })
  }
}
