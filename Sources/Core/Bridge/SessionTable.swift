import Channel
import Model

/// A table of the session data that is looked up for each packet, by the low byte of the session's index.
struct SessionTable: Sendable {
  private struct Entry {
    var index = UInt32.max
    var key = Roster.Key.device(0, 0)
    var isPlaying = false
  }

  private var entries = [Entry](repeating: Entry(), count: 256)

  /// Returns the roster key of the player with `session`; nil for the session of a guest or an unknown one.
  func player(of session: HostChannel.SessionID) -> Roster.Key? {
    let entry = entries[Int(session.index & 255)]
    return entry.index == session.index && entry.isPlaying ? entry.key : nil
  }

  /// Adds `session` of the guest with `key`.
  mutating func add(_ session: HostChannel.SessionID, of key: Roster.Key) {
    entries[Int(session.index & 255)] = Entry(index: session.index, key: key)
  }

  /// Sets whether the controller of `session` is a player rather than a guest.
  mutating func setPlaying(_ isPlaying: Bool, _ session: HostChannel.SessionID) {
    entries[Int(session.index & 255)].isPlaying = isPlaying
  }

  /// Moves the data of session `old` to `new`.
  mutating func rename(_ old: HostChannel.SessionID, to new: HostChannel.SessionID) {
    let slot = Int(old.index & 255)
    guard entries[slot].index == old.index else { return }
    var entry = entries[slot]
    entries[slot] = Entry()
    entry.index = new.index
    entries[Int(new.index & 255)] = entry
  }

  /// Removes the data of `session`.
  mutating func remove(_ session: HostChannel.SessionID) {
    let slot = Int(session.index & 255)
    if entries[slot].index == session.index { entries[slot] = Entry() }
  }
}
