public import Bridge
import Engine
public import Gamepad
public import Model
import Platform
public import Room
import Wire

/// The settings of the daemon.
public struct DaemonSettings: Sendable {
  /// The kind of pads.
  public enum PadKind: String, CaseIterable, Sendable {
    /// Devices of the kernel's uinput and uhid; without either the daemon does not start.
    case uinput
    /// Pads in memory, visible only to Tiltpad's own monitor.
    case memory
    /// Devices of the kernel if uinput can be opened, otherwise pads in memory.
    case auto
  }

  /// The settings for admission and for the conversion of input to reports.
  public var bridge = Bridge.Settings()
  /// The settings of the room: its first mode, and the quiz.
  public var room = Room.Settings()
  /// The UDP port.
  public var port = DaemonSettings.defaultPort
  /// The path of the local socket.
  public var socketPath: String
  /// The path of the gateways' own socket, which takes only the messages that gateways need; nil for no socket.
  public var gatewaySocketPath: String?
  /// The kind of pads that the daemon makes.
  public var pads = PadKind.uinput
  /// The path of the device that makes pads.
  public var uinputPath = "/dev/uinput"
  /// The number of slots, counted from the first, whose pads exist from the start, 0 to 16.
  public var standing = 0
  /// The file of the pads' records, which complement the service manager's store; nil if no pad is to outlive the
  /// daemon.
  public var recordsPath: String?
  /// The file of the host's keys and its paired controllers; nil for no encrypted sessions.
  public var databasePath: String?
  /// The identity of pads for players who have no identity of their own and whose controllers ask for none.
  public var identity = Identity.xbox360
  /// The identities of individual players' pads, which override the wishes of their controllers.
  public var playerIdentities: [PlayerSlot: Identity] = [:]
  /// The keyboard codes that winners of rounds press: the first player's, the second's, and so on.
  public var quizKeys: [UInt16] = []
  /// The age from which rounds and earlier quizzes are deleted; nil for never.
  public var roundAge: Interval?
  /// True if pads show their controllers' motion.
  public var hasMotion = true
  /// The players whose pads differ from ``hasMotion``: true if the pad shows motion.
  public var playerMotion: [PlayerSlot: Bool] = [:]
  /// The name of the host; empty for the name of the machine.
  public var name = ""
  /// True if the host announces itself on the LAN and answers probes.
  public var isDiscoverable = false
  /// The settings of the dashboard's first visit.
  public var setup = Setup()
  /// The web gateway's program and its arguments; empty if the daemon is to start none.
  public var gateway: [String] = []
  /// The inputs gateway's program and its arguments; empty if the daemon is to start none.
  public var inputs: [String] = []

  /// The default UDP port.
  public static let defaultPort: UInt16 = 28_460

  /// The path of the device that makes pads of HID reports.
  public static let hidPath = "/dev/uhid"

  /// Creates settings with defaults.
  public init(socketPath: String) { self.socketPath = socketPath }

  /// The name of the host on the wire.
  var deviceName: DeviceName { DeviceName(name.isEmpty ? Host.name : name) }

  /// The settings of the engine.
  var engine: HostEngine.Settings { HostEngine.Settings(bridge: bridge, room: room) }

  /// The choice of identities for pads.
  var identities: IdentityChoice { IdentityChoice(common: identity, own: playerIdentities) }

  /// The settings of the pads in the order of their slots: true if the pad shows motion.
  var haveMotion: [Bool] {
    (0..<PlayerSlot.limit).map { playerMotion[PlayerSlot(index: $0)] ?? hasMotion }
  }
}
