/// The pages of a crowd that are closed after a last text.
struct CrowdLeavers: Sendable {
  /// A page that leaves.
  struct Leaver: Sendable {
    let connection: UInt32
    /// The reason in the page's last text.
    let reason: CrowdText.Farewell
    /// True if the server knows that a last text waits for the page.
    fileprivate var isCalled = false

    /// Creates a page whose last text waits without the server's knowledge.
    init(_ connection: UInt32, _ reason: CrowdText.Farewell) {
      (self.connection, self.reason) = (connection, reason)
    }
  }

  /// The pages; those that have waited longest come first.
  private var pages: [Leaver] = []

  /// True if a last text waits for a page, and the server does not know it yet.
  var isOwing: Bool { pages.last?.isCalled == false }

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

  /// Returns the next connections for which a last text waits, at most `limit`.
  mutating func call(_ limit: Int) -> [UInt32] {
    let called = pages.indices.filter { !pages[$0].isCalled }.prefix(limit)
    for index in called { pages[index].isCalled = true }
    return called.map { pages[$0].connection }
  }
}
