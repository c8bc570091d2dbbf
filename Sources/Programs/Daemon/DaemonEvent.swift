public import Bridge
public import Gamepad
public import Model
public import Platform
public import Store

/// An event that the user may want to know of; events are rare, and no ordinary packet causes one.
public enum DaemonEvent: Sendable {
  /// A closure that reports an event to the user.
  public typealias Tell = (DaemonEvent) -> Void

  /// The daemon is listening.
  case started(port: UInt16, socketPath: String, hasKernelPads: Bool)
  /// The configured UDP port is not available; the daemon listens at the port `instead`, or at none.
  case portRefused(UInt16, SystemError, instead: UInt16?)
  /// A player was given a pad, named `device` by the kernel.
  case attached(PlayerSlot, device: String?)
  /// A player was given another pad, named `device` by the kernel, in place of the previous one.
  case exchanged(PlayerSlot, device: String?)
  /// A player is gone for good; `padStays` is true if the pad stays as a standing pad.
  case detached(PlayerSlot, padStays: Bool)
  /// The pad of a player was taken over from the previous daemon; the slot is reserved for the player.
  case tookOver(PlayerSlot, device: String?)
  /// A standing pad without a player was plugged in.
  case stands(PlayerSlot, device: String?)
  /// udev has finished with a pad, so that games find it as this node; `after` is the time since its player's first
  /// packet or, without a player, since it was plugged in.
  case ready(PlayerSlot, InputNode, after: Interval)
  /// A standing pad without a player could not be made.
  case standingRefused(PlayerSlot, PadShortage)
  /// The records for taking over pads after a restart could not be written.
  case padsNotKept(SystemError)
  /// No pad could be made for a player, who is removed.
  case padRefused(PlayerSlot, PadShortage)
  /// The pad of a player stands in for a pad that could not be made.
  case padStandsIn(PlayerSlot, PadShortage)
  /// A pad could not be written to, and its player is removed; `code` is the errno.
  case padFailed(PlayerSlot, code: Int32)
  /// An event of pairing or admission.
  case lobby(Admission.News)
  /// The paired controllers cannot be read: there are no encrypted sessions.
  case devicesUnknown(StoreError)
  /// A paired controller could not be added, renamed or removed in the file.
  case devicesNotKept(StoreError)
  /// A round or the points of the quiz could not be written to the file.
  case quizNotKept(StoreError)
  /// The keyboard for the winners of rounds cannot be made.
  case quizKeysRefused(PadError)
  /// The separate sensor device of a player's pad cannot be created; the pad continues without it.
  case sensorsFailed(PlayerSlot, PadError)
  /// A gateway cannot be started; the daemon will try again.
  case gatewayRefused(GatewayKind, SystemError)
  /// The gateways' socket cannot be opened: there are no gateways.
  case gatewaySocketRefused(SystemError)
  /// A gateway has started, and its loop runs.
  case gatewayServes(GatewayKind)
  /// The loop of a gateway no longer runs; the gateway is killed and started again.
  case gatewayHangs(GatewayKind)
  /// A gateway has ended, and is started again.
  case gatewayEnded(GatewayKind)
  /// The configuration was read again.
  case reloaded
  /// The configuration could not be read again; the old one stays in force.
  case reloadRefused
  /// The daemon ends because of a signal.
  case stopping
}

/// The reason why the daemon does not start.
public enum DaemonError: Error, Sendable {
  /// Neither device can make pads.
  case pads(PadShortage)
  /// The local socket cannot be opened.
  case socket(SystemError)
  /// The kernel refuses another resource that the daemon needs.
  case system(SystemError)
}

/// Runs `open` and converts its error by `kind`.
func refused<Handle: ~Copyable, Reason: Error>(
  _ kind: (Reason) -> DaemonError, _ open: () throws(Reason) -> Handle
) throws(DaemonError) -> Handle {
  do throws(Reason) {
    return try open()
  } catch {
    throw kind(error)
  }
}
