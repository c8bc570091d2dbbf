public import Model
public import Wire

extension Room {
  /// An output of the room; ``Room/next()`` returns one at a time.
  public enum Output: Hashable, Sendable {
    /// New players begin in this mode, in which these recipients get their input.
    case entry(Mode, Recipients)
    /// A player has entered a mode, in which these recipients get the input.
    case entered(PlayerSlot, Mode, Recipients)
    /// The state of the round for the screen of a controller; nil if the screen is to show no round.
    case round(PlayerSlot, Round?)
    /// The pace at which a controller is asked for its clock: 20 times a second if true.
    case hurryClock(PlayerSlot, Bool)
    /// A message to the programs of players.
    case message(PlayerSlots, channel: UInt8, [UInt8])
    /// The player's key on the quiz's keyboard goes down; the buttons are those that the app holds.
    case press(PlayerSlot, Buttons)
    /// The player's key on the quiz's keyboard goes up; the buttons are those that the app releases.
    case release(PlayerSlot, Buttons)
    /// Something that is visible to watchers of the room has changed.
    case changed
  }
}
