import Model

/// The pages of a crowd that are closed after a last text.
struct CrowdLeavers: Sendable {
  /// A page that leaves.
  struct Leaver: Sendable {
    let connection: UInt32
    /// The reason in the page's last text.
    let reason: CrowdText.Farewell
    /// The time at which the page is closed without its last text; nil until the server knows of the text.
    fileprivate var end: Instant?

    /// Creates a page whose last text waits without the server's knowledge.
    init(_ connection: UInt32, _ reason: CrowdText.Farewell) {
      (self.connection, self.reason) = (connection, reason)
    }
  }

  /// The time that the network has for a last text; a page that never reads would otherwise stay.
  private static let patience = Interval.seconds(2)

  /// The pages; those that have waited longest come first.
  private var pages: [Leaver] = []

  /// True if a last text waits for a page, and the server does not know it yet.
  var isOwing: Bool { pages.last.map { $0.end == nil } == true }

  /// The time at which ``removeLate(at:)`` is due; the distant future if no page has to be closed.
  var due: Instant { pages.first?.end ?? .distantFuture }

  /// Returns whether the page on `connection` leaves.
  func has(_ connection: UInt32) -> Bool { pages.contains { $0.connection == connection } }

  /// Adds pages that leave.
  mutating func add(_ leaving: [Leaver]) { pages += leaving }

  /// Removes the page on `connection`; returns the reason in its last text, or nil if the page does not
  /// leave.
  @discardableResult
  mutating func remove(_ connection: UInt32) -> CrowdText.Farewell? {
    pages.firstIndex { $0.connection == connection }.map { pages.remove(at: $0).reason }
  }

  /// Removes the pages whose last texts have waited too long at `now`; returns their connections.
  mutating func removeLate(at now: Instant) -> [UInt32] {
    let late = pages.prefix { ($0.end ?? .distantFuture) <= now }.map(\.connection)
    pages.removeFirst(late.count)
    return late
  }

  /// Returns the next connections for which a last text waits, at most `limit`.
  mutating func call(_ limit: Int, at now: Instant) -> [UInt32] {
    let called = pages.indices.filter { pages[$0].end == nil }.prefix(limit)
    for index in called { pages[index].end = now + CrowdLeavers.patience }
    return called.map { pages[$0].connection }
  }
}
