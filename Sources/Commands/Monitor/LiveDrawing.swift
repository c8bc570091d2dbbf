import Platform
import Wire

/// Functions of the commands that show the players on a terminal.
extension Watcher {
  /// Returns a watcher that has connected to the daemon at `path`.
  ///
  /// - Throws: a failure that says why the daemon cannot be reached.
  static func reaching(
    _ path: String, topics: Watch.Topics = .status, period: UInt16, readsKeys: Bool, while context: String
  ) throws(Failure) -> Watcher {
    do throws(SystemError) {
      var watcher = try Watcher(path: path, topics: topics, period: period, readsKeys: readsKeys)
      try watcher.connect()
      return watcher
    } catch {
      throw Failure(reaching: path, error, while: context)
    }
  }

  /// Draws the lines that `lines` returns for each snapshot in place, until the person or a signal ends the view.
  mutating func draw(_ lines: (Snapshot, Terminal.Size) -> [String]) {
    let screen = Screen()
    while true {
      let news = next()
      let size = screen.size
      let picture: [String]
      switch news {
      case .snapshot(let snapshot): picture = lines(snapshot, size)
      case .lost: picture = LiveView.lines(withoutDaemonAt: path, for: size)
      case .ended: return
      }
      guard screen.draw(picture, size: size) else { return }
    }
  }
}
