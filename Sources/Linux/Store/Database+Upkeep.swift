/// The upkeep of the file, which keeps it small (docs/decisions/0044).
extension Database {
  /// The size of the content, in bytes, above which ``tidy(keeping:at:limit:)`` deletes the oldest rounds and quizzes.
  public static let sizeLimit: Int64 = 8 << 20

  /// The number of the latest days with rounds that limit the age of earlier rounds.
  ///
  /// The age of a round is taken at the start of the earliest of these days, or now if that is earlier. A
  /// clock that is wrong for a day or two therefore makes no round old. With fewer days, no round is deleted
  /// because of its age.
  static let witnesses = 3

  private static let day: Int64 = 86_400_000
  /// The number of rounds that are deleted at a time to reduce the size.
  private static let bunch = 256
  /// The minimum number of free pages for which the file is rewritten, and their minimum share of all pages: 1/`share`.
  private static let slack: (pages: Int64, share: Int64) = (64, 4)

  /// Deletes data that is too old or exceeds the limit, and returns the space to the file system.
  ///
  /// On return, no file contains the deleted names, unless another program is reading the file. Rounds, and
  /// quizzes without rounds, are deleted when they are older than `age`, in ms; with nil, none is too old.
  /// `now` is in ms since 1970. If there is more than `limit` bytes of content, the oldest rounds and quizzes
  /// are deleted too. The present quiz and its scores always stay.
  ///
  /// - Throws: `busy`, `noSpace` or `failed`; deletions that were already made remain.
  public func tidy(
    keeping age: Int64?, at now: Int64, limit: Int64 = Database.sizeLimit
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      if let age, let newest = try newestWitness() { try deleteAged(before: min(now, newest) - age) }
      while try content() > limit, try deleteOldest() {}
    }
    if try hasSlack() { try run("VACUUM") }
    emptyLog()
    try run("PRAGMA shrink_memory")
  }

  /// Returns the beginning of the third-latest day that has rounds, in ms since 1970; nil if there are fewer days.
  private func newestWitness() throws(StoreError) -> Int64? {
    var day: Int64?
    let sql = "SELECT DISTINCT armed / ? AS day FROM round ORDER BY day DESC LIMIT 1 OFFSET ?"
    try run(sql, [.integer(Database.day), .integer(Int64(Database.witnesses - 1))]) { day = $0.integer(0) }
    return day.map { $0 * Database.day }
  }

  /// Deletes the rounds before the first one that began at `limit` or later, and likewise the empty quizzes.
  ///
  /// The order counts, not the individual times: a round that a slow clock dated too early is no older than the
  /// rounds before it.
  private func deleteAged(before limit: Int64) throws(StoreError) {
    try run(
      "DELETE FROM round WHERE rank < (SELECT min(rank) FROM round WHERE armed >= ?)", [.integer(limit)])
    try run(
      """
      DELETE FROM quiz WHERE number NOT IN (SELECT quiz FROM round) AND number <
        coalesce((SELECT min(number) FROM quiz WHERE begun >= ?), (SELECT max(number) FROM quiz))
      """, [.integer(limit)])
  }

  /// Deletes the oldest rounds or, if there are none, the oldest quiz but the present one; returns whether it did so.
  private func deleteOldest() throws(StoreError) -> Bool {
    try run(
      "DELETE FROM round WHERE rank IN (SELECT rank FROM round ORDER BY rank LIMIT \(Database.bunch))")
    if try number("SELECT changes()") > 0 { return true }
    try run("DELETE FROM quiz WHERE number = (SELECT min(number) FROM quiz HAVING count(*) > 1)")
    return try number("SELECT changes()") > 0
  }

  /// The size of the file without its free pages, in bytes.
  private func content() throws(StoreError) -> Int64 {
    let (pages, free) = (try number("PRAGMA page_count"), try number("PRAGMA freelist_count"))
    return (pages - free) * (try number("PRAGMA page_size"))
  }

  /// Returns whether enough pages are free to make it worth rewriting the file.
  private func hasSlack() throws(StoreError) -> Bool {
    let free = try number("PRAGMA freelist_count")
    let pages = try number("PRAGMA page_count")
    return free >= Database.slack.pages && free * Database.slack.share >= pages
  }
}
