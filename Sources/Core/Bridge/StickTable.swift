import Model
import Motion
import Wire

/// The sticks that players have described, by slot.
///
/// They are not in the table of players, because few players have a stick. For a packet of any other player,
/// the bridge only asks this table whether the player has one.
struct StickTable: Sendable {
  /// The stick of a player.
  struct Row: Sendable {
    /// The description whose parts are still arriving.
    var draft = StickDraft()
    /// A complete description whose first state is awaited.
    var described: (revision: UInt8, description: StickDescription)?
    /// The description that the input follows.
    ///
    /// Its revision is nil once the controller has begun a new session, in which it has to describe its stick
    /// again.
    var present: (revision: UInt8?, description: StickDescription)?
    /// The input of the present stick; nil before its first state.
    var input: StickInput?
    /// The revision that was refused last; nil after a new session or a complete description.
    var refused: UInt8?
    /// True if the device of the present stick is plugged in, or has been asked for.
    var isPlugged = false
    /// True if the device has not shown the state of the input yet.
    var isStale = false
    /// True from the announcement of a description until the player gets a pad or the description is refused.
    var isAwaited = false
  }

  private var rows = [Row?](repeating: nil, count: PlayerSlot.limit)
  /// The slots whose players have described a stick, or are about to: bit n stands for player n + 1.
  private var taken: UInt16 = 0

  /// The row of `slot`; nil unless its player has described a stick, or is about to.
  subscript(slot: PlayerSlot) -> Row? {
    _read { yield rows[slot.index] }
    _modify {
      yield &rows[slot.index]
      let bit = UInt16(1) << UInt16(slot.index)
      taken = rows[slot.index] == nil ? taken & ~bit : taken | bit
    }
  }

  /// Returns whether the player in `slot` has described a stick, or is about to.
  @inline(__always) func has(_ slot: PlayerSlot) -> Bool {
    taken != 0 && taken >> UInt16(slot.index) & 1 == 1
  }

  /// Returns whether the first pad of the player in `slot` waits for a description that was announced.
  func isAwaited(_ slot: PlayerSlot) -> Bool { has(slot) && rows[slot.index]?.isAwaited == true }

  /// Begins a session of the player in `slot`, who has announced a description.
  ///
  /// Earlier revisions do not count in the new session. The device of the earlier session stays, at rest.
  mutating func begin(_ slot: PlayerSlot, at now: Instant) {
    var row = self[slot] ?? Row()
    row.input?.release(at: now)
    (row.draft, row.described, row.refused) = (StickDraft(), nil, nil)
    if let former = row.present { row.present = (nil, former.description) }
    row.isAwaited = true
    self[slot] = row
  }

  /// Forgets the stick of `slot`.
  mutating func clear(_ slot: PlayerSlot) {
    if has(slot) { self[slot] = nil }
  }

  /// Returns the description of the stick of the player in `slot`; nil if the player has none.
  func description(of slot: PlayerSlot) -> StickDescription? { rows[slot.index]?.present?.description }

  /// Returns the report that the stick of the player in `slot` has to show; nil if the player has none.
  mutating func report(of slot: PlayerSlot) -> StickReport? { rows[slot.index]?.input?.shown }

  /// Returns the counts of the edges of the stick in `slot`; nil if there is none.
  func counts(of slot: PlayerSlot) -> PlayerCounts? { rows[slot.index]?.input?.counts }

  /// Records that the player in `slot` gets a device at `now`; that of a present stick has to show its state.
  mutating func plug(_ slot: PlayerSlot, at now: Instant) {
    guard has(slot) else { return }
    rows[slot.index]?.isAwaited = false
    guard rows[slot.index]?.input != nil else { return }
    rows[slot.index]?.isPlugged = true
    rows[slot.index]?.isStale = true
  }

  /// Brings the report of the stick in `slot` up to date; returns whether the device has to show it.
  @inline(__always) mutating func nextReport(of slot: PlayerSlot, at now: Instant) -> Bool {
    has(slot) && advance(slot, to: now)
  }

  @inline(never)
  private mutating func advance(_ slot: PlayerSlot, to now: Instant) -> Bool {
    guard rows[slot.index]?.isPlugged == true else { return false }
    let isStale = rows[slot.index]?.isStale ?? false
    rows[slot.index]?.isStale = false
    return rows[slot.index]?.input?.nextReport(at: now) == true || isStale
  }

  /// Returns the time at which the stick in `slot` may next have a report; the distant future without a stick.
  @inline(never)
  mutating func deadline(of slot: PlayerSlot) -> Instant {
    rows[slot.index]?.isPlugged == true
      ? rows[slot.index]?.input?.deadline ?? .distantFuture : .distantFuture
  }

  /// Releases the stick of `slot`, whose controller is gone or has just come back.
  mutating func release(_ slot: PlayerSlot, at now: Instant) {
    if has(slot) { rows[slot.index]?.input?.release(at: now) }
  }

  /// Keeps the device of `slot` at rest if `isMuted`, or lets it follow the controller again.
  mutating func mute(_ slot: PlayerSlot, _ isMuted: Bool, at now: Instant) {
    guard has(slot) else { return }
    rows[slot.index]?.input?.mute(at: now)
    if !isMuted { rows[slot.index]?.input?.unmute() }
  }
}
