public import Bridge
public import Gamepad
public import Model
public import Platform
public import Store

/// Something that a person may want to know; there are few of these, and none for a mere packet.
public enum DaemonEvent: Sendable {
  /// The daemon is listening.
  case started(port: UInt16, socketPath: String, hasKernelPads: Bool)
  /// The UDP port of the configuration cannot be had; the daemon listens at the port `instead`, or at none.
  case portRefused(UInt16, SystemError, instead: UInt16?)
  /// A player has got a pad, which the kernel calls `device`.
  case attached(PlayerSlot, device: String?)
  /// A player has got another pad, which the kernel calls `device`, in the place of the former.
  case exchanged(PlayerSlot, device: String?)
  /// A player is gone for good; a standing pad stays.
  case detached(PlayerSlot, padStays: Bool)
  /// The pad of a player was taken over from the former daemon; the slot waits for the player.
  case tookOver(PlayerSlot, device: String?)
  /// A pad was plugged in that has no player yet.
  case stands(PlayerSlot, device: String?)
  /// A pad that has no player yet could not be made.
  case standingRefused(PlayerSlot, PadShortage)
  /// What is needed to take pads over after a restart could not be written down.
  case padsNotKept(SystemError)
  /// No pad could be made; the player is out.
  case padRefused(PlayerSlot, PadShortage)
  /// The pad of a player stands in for one that could not be made.
  case padStandsIn(PlayerSlot, PadShortage)
  /// A pad could not be written to; its player is out.
  case padFailed(PlayerSlot, code: Int32)
  /// Something about pairing and who comes in.
  case lobby(Lobby.News)
  /// The paired controllers cannot be read: there are no encrypted sessions.
  case devicesUnknown(StoreError)
  /// A paired controller could not be kept, renamed or forgotten in the file.
  case devicesNotKept(StoreError)
  /// A round or the points of the quiz could not be kept in the file.
  case quizNotKept(StoreError)
  /// The keyboard that the winner of a round presses cannot be made.
  case quizKeysRefused(PadError)
  /// The sensors beside a player's pad cannot be had; the pad goes on without them.
  case sensorsFailed(PlayerSlot, PadError)
  /// The web gateway cannot be started; it is tried again.
  case gatewayRefused(SystemError)
  /// The gateways' socket cannot be had: there are none.
  case gatewaySocketRefused(SystemError)
  /// The loop of the web gateway does not turn any more; it is killed and started again.
  case gatewayHangs
  /// The web gateway has ended; it is started again.
  case gatewayEnded
  /// The configuration was read again.
  case reloaded
  /// The configuration could not be read again; the former one stays.
  case reloadRefused
  /// The daemon ends because of a signal.
  case stopping
}

/// Why the daemon does not start.
public enum DaemonError: Error, Sendable {
  /// Pads cannot be made, by either device.
  case pads(PadShortage)
  /// The local socket cannot be had.
  case socket(SystemError)
  /// The kernel refuses something else that is needed.
  case system(SystemError)
}
