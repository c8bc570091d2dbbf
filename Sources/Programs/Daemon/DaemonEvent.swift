public import Bridge
public import Gamepad
public import Model
public import Platform
public import Store
public import Wire

/// An event of interest to the user; events are rare, and no ordinary packet causes one.
public enum DaemonEvent: Sendable {
  /// A closure that reports an event to the user.
  public typealias Tell = (DaemonEvent) -> Void

  /// The daemon is listening.
  case started(port: UInt16, socketPath: String, hasKernelPads: Bool)
  /// The configured UDP port is not available; the daemon listens on the port `instead` or, with nil, on none.
  case portRefused(UInt16, SystemError, instead: UInt16?)
  /// A player got a pad, named `device` by the kernel.
  case attached(PlayerSlot, device: String?)
  /// A player got another pad, named `device` by the kernel, in place of the previous one.
  case exchanged(PlayerSlot, device: String?)
  /// A player has left for good; `padStays` is true if the pad stays as a standing pad.
  case detached(PlayerSlot, padStays: Bool)
  /// A player moves the pad of another player, and has none of their own.
  case helps(PlayerSlot, with: PlayerSlot)
  /// The pad of a player was taken over from the previous daemon; the slot is reserved for the player.
  case tookOver(PlayerSlot, device: String?)
  /// A standing pad without a player was plugged in.
  case stands(PlayerSlot, device: String?)
  /// udev has finished with a pad, which games find as this node.
  ///
  /// `after` is the time since the packet or the order that required the pad; without a player, since the
  /// daemon began to plug it in.
  case ready(PlayerSlot, InputNode, after: Interval)
  /// udev classifies a copied stick as a keyboard or a pointing device, so the daemon has unplugged the copy.
  case stickMistaken(PlayerSlot, InputNode)
  /// A standing pad without a player could not be made.
  case standingRefused(PlayerSlot, PadShortage)
  /// The records from which the next daemon continues pads, or shared pads, could not be written.
  case padsNotKept(SystemError)
  /// A game wants the profile of that name, which the configuration does not have.
  case gameProfileUnknown(String)
  /// No pad could be made for a player, who was removed.
  case padRefused(PlayerSlot, PadShortage)
  /// A player's pad stands in for one that could not be made.
  case padStandsIn(PlayerSlot, PadShortage)
  /// A pad could not be written to, and its player was removed; `code` is the errno.
  case padFailed(PlayerSlot, code: Int32)
  /// An event of pairing or admission.
  case lobby(Admission.News)
  /// The paired controllers cannot be read, so there are no encrypted sessions.
  case devicesUnknown(StoreError)
  /// A change of a paired controller, such as a new name, could not be written to the file.
  case devicesNotKept(StoreError)
  /// The last quiz could not be continued, or a change of the quiz could not be written to the file.
  case quizNotKept(StoreError)
  /// The keyboard for the winners of rounds could not be made.
  case quizKeysRefused(PadError)
  /// The separate sensor device of a player's pad failed or could not be made; the pad continues without it.
  case sensorsFailed(PlayerSlot, PadError)
  /// A gateway could not be started; the daemon will try again.
  case gatewayRefused(GatewayKind, SystemError)
  /// The gateways' socket could not be opened, so there are no gateways.
  case gatewaySocketRefused(SystemError)
  /// A gateway has started, and its loop runs.
  case gatewayServes(GatewayKind)
  /// The loop of a gateway no longer runs; the gateway is killed and restarted.
  case gatewayHangs(GatewayKind)
  /// A gateway has ended, and is restarted.
  case gatewayEnded(GatewayKind)
  /// An event about the settings that dashboards and terminals change.
  case setting(SettingNews)
  /// The configuration was read again.
  case reloaded
  /// The configuration could not be read again; the old one remains in use.
  case reloadRefused
  /// The daemon is stopping because of a signal.
  case stopping
}

/// An event about the settings that dashboards and terminals change.
public enum SettingNews: Hashable, Sendable {
  /// A setting was stored; `isOfGateway` is true if a dashboard has ordered that.
  case kept(Setting, isOfGateway: Bool)
  /// A setting is no longer stored, for a player, or for everybody if the slot is nil.
  case cleared(Knob, PlayerSlot?, isOfGateway: Bool)
  /// A part of the dashboard's file has no effect; the text tells the place and the reason.
  case ignored(String)
  /// A change was refused, because somebody has edited the dashboard's file by hand.
  case left
}

/// The reasons why the daemon cannot start.
public enum DaemonError: Error, Sendable {
  /// No device can make pads.
  case pads(PadShortage)
  /// The local socket could not be opened.
  case socket(SystemError)
  /// The kernel has refused another necessary resource.
  case system(SystemError)
}

/// Runs `open`, and converts its error with `kind`.
func refused<Handle: ~Copyable, Reason: Error>(
  _ kind: (Reason) -> DaemonError, _ open: () throws(Reason) -> Handle
) throws(DaemonError) -> Handle {
  do throws(Reason) {
    return try open()
  } catch {
    throw kind(error)
  }
}
