public import Bridge
public import Gamepad
public import Model
import Platform
import Wire

/// What the daemon can be told.
public struct DaemonSettings: Sendable {
  /// What pads are made of.
  public enum PadKind: String, CaseIterable, Sendable {
    /// The kernel's uinput and uhid; without either the daemon does not start.
    case uinput
    /// Memory: nothing but our own monitor sees them.
    case memory
    /// The kernel's uinput if it can be opened, otherwise memory.
    case auto
  }

  /// Who may play and how input becomes reports.
  public var bridge: Bridge.Settings
  /// The UDP port.
  public var port: UInt16
  /// The path of the local socket.
  public var socketPath: String
  /// The path of the gateways' own socket, at which they say no more than they need; nil: there is none.
  public var gatewaySocketPath: String?
  /// What pads are made of.
  public var pads: PadKind
  /// The device that makes pads.
  public var uinputPath: String
  /// The pads of the first so many slots stand from the start, 0 to 16.
  public var standing = 0
  /// Where to write down what the service manager's store does not tell of pads; nil: none outlives the daemon.
  public var recordsPath: String?
  /// The file of the host's keys and its paired controllers; nil: there are no encrypted sessions.
  public var databasePath: String?
  /// What the pads of players look like who have nothing of their own, and whose controllers ask for nothing.
  public var identity = Identity.xbox360
  /// What the pads of single players look like, whatever their controllers ask for.
  public var playerIdentities: [PlayerSlot: Identity] = [:]
  /// What the winners of rounds press, codes of a keyboard: the first player's, the second's, and so on.
  public var quizKeys: [UInt16] = []
  /// Whether pads show their controllers' motion.
  public var hasMotion = true
  /// Whether those of single players do.
  public var playerMotion: [PlayerSlot: Bool] = [:]
  /// What the host is called; empty: as the machine is.
  public var name = ""
  /// Whether the host tells the LAN of itself, and answers who asks.
  public var isDiscoverable = false
  /// The web gateway's program and its arguments; empty: the daemon starts none.
  public var gateway: [String] = []

  /// The port that Tiltpad listens on unless told otherwise.
  public static let defaultPort: UInt16 = 28_460

  /// The device that makes pads of HID reports.
  public static let hidPath = "/dev/uhid"

  /// The settings of a daemon.
  public init(
    bridge: Bridge.Settings = .init(), port: UInt16 = DaemonSettings.defaultPort, socketPath: String,
    pads: PadKind = .uinput, uinputPath: String = "/dev/uinput"
  ) {
    self.bridge = bridge
    self.port = port
    self.socketPath = socketPath
    self.pads = pads
    self.uinputPath = uinputPath
  }

  /// What the host is called.
  var deviceName: DeviceName { DeviceName(name.isEmpty ? Host.name : name) }

  /// What pads look like.
  var identities: IdentityChoice { IdentityChoice(common: identity, own: playerIdentities) }

  /// Whether each slot's pad shows motion, in the order of the slots.
  var haveMotion: [Bool] {
    (0..<PlayerSlot.limit).map { playerMotion[PlayerSlot(index: $0)] ?? hasMotion }
  }
}
