public import Model
public import Wire

extension Room {
  /// A change that the room asks its caller for.
  public enum Answer: Hashable, Sendable {
    /// New players begin in this mode, in which these recipients get their input.
    case entry(Mode, Recipients)
    /// A player has entered a mode, in which these recipients get the input.
    case entered(PlayerSlot, Mode, Recipients)
    /// The state of the round that a controller has to be told; nil if there is none any more.
    case round(PlayerSlot, Round?)
    /// Whether a controller has to be asked for its clock often.
    case hurryClock(PlayerSlot, Bool)
    /// A message to the programs of players.
    case message(PlayerSlots, channel: UInt8, [UInt8])
    /// The keys of a player that go down.
    case press(PlayerSlot, Buttons)
    /// The keys of a player that go up.
    case release(PlayerSlot, Buttons)
  }
}
