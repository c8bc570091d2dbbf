import Console
import Platform
import Wire

/// Functions for commands that show the players on a terminal.
extension Watcher {
  /// Returns a watcher that has connected to the daemon at `path`.
  ///
  /// - Throws: a failure that explains why the daemon cannot be reached.
  static func reaching(
    _ path: String, period: UInt16, readsKeys: Bool, while context: String
  ) throws(Failure) -> Watcher {
    do throws(SystemError) {
      var watcher = try Watcher(path: path, period: period, readsKeys: readsKeys)
      try watcher.connect()
      return watcher
    } catch {
      throw Failure(reaching: path, error, while: context)
    }
  }

  /// Draws the lines from `lines` in place, for each snapshot and invitation, until the user or a signal ends the view.
  mutating func draw(_ lines: (Snapshot, Invitation.State, Terminal.Size) -> [String]) {
    let screen = Screen()
    var latest: Snapshot?
    var isOtherVersion = false
    while true {
      switch next() {
      case .snapshot(let snapshot): (latest, isOtherVersion) = (snapshot, false)
      case .lost: (latest, isOtherVersion) = (nil, false)
      case .otherVersion: (latest, isOtherVersion) = (nil, true)
      case .invitation: break
      case .ended: return
      }
      // If the terminal was stopped, only the newest snapshot is shown afterwards.
      guard isCaughtUp else { continue }
      let size = screen.size
      let picture =
        latest.map { lines($0, entrance, size) }
        ?? LiveView.lines(withoutDaemonAt: path, isOtherVersion: isOtherVersion, for: size)
      guard screen.draw(picture, size: size) else { return }
    }
  }
}
