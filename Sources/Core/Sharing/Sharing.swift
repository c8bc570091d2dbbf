public import Model

/// The shared pads: each belongs to its main player, and helpers without a pad of their own move it too.
///
/// The value reads no clock, and allocates no memory after its creation. A pad's report depends only on its
/// members' present reports, and not on their edges. So a release by one member cannot end what another
/// member holds (docs/decisions/0064).
public struct Sharing: Sendable {
  /// The members of all shared pads.
  public private(set) var members: PlayerSlots = []
  /// The main players of the shared pads.
  public private(set) var mains: PlayerSlots = []
  /// The earliest time at which ``next(at:)`` may return a report.
  public private(set) var deadline = Instant.distantFuture

  private var reports = [PadReport](repeating: .neutral, count: PlayerSlot.limit)
  private var shares = [Share](repeating: Share(), count: PlayerSlot.limit)
  private var due = [Instant](repeating: .distantFuture, count: PlayerSlot.limit)
  private var homes = [PlayerSlot](repeating: PlayerSlot(index: 0), count: PlayerSlot.limit)
  private var connected = PlayerSlots.all
  private var hasNews = false

  /// Creates the state of a host without shared pads.
  public init() {}

  /// The players without a pad of their own, because they help with another player's pad.
  public var helpers: PlayerSlots { members.subtracting(mains) }

  /// Returns the main player of the shared pad that `slot` moves; nil if the player shares no pad.
  public func main(of slot: PlayerSlot) -> PlayerSlot? { members[slot.index] ? homes[slot.index] : nil }

  /// Returns the members of the shared pad of the player `main`, the members who steer, and the terms.
  public func share(of main: PlayerSlot) -> (members: PlayerSlots, steering: PlayerSlots, terms: ShareTerms) {
    let share = shares[main.index]
    return (share.members, share.steering, share.terms)
  }

  /// Returns the report of the shared pad of `slot`; nil for a helper, or if the player shares no pad.
  public func report(of slot: PlayerSlot) -> PadReport? {
    mains[slot.index] ? shares[slot.index].shown : nil
  }

  /// Returns whether members, terms or steering players may have changed since the last call.
  public mutating func consumeNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  /// Lets `helpers` move the pad of the player `main`, which shows `report`, or changes the terms of a shared
  /// pad.
  ///
  /// Returns false, and changes nothing, if one of these players moves another shared pad, if `main` is among
  /// the `helpers`, or if there would be no helper.
  public mutating func begin(
    _ main: PlayerSlot, with helpers: PlayerSlots, _ terms: ShareTerms, showing report: PadReport,
    dwell: Interval, at now: Instant
  ) -> Bool {
    let (own, former) = (PlayerSlots(main), shares[main.index].members)
    let strangers = helpers.subtracting(former)
    guard !helpers.contains(own), members.isDisjoint(with: strangers),
      mains.contains(own) || !members.contains(own) && helpers != []
    else { return false }
    if former == [] {
      reports[main.index] = report
      shares[main.index].begin(own, with: helpers, terms, showing: report, dwell: dwell, at: now)
    } else {
      shares[main.index].change(helpers, terms, at: now)
    }
    mains.formUnion(own)
    members.formUnion(own.union(helpers))
    for slot in 0..<PlayerSlot.limit where strangers[slot] { reports[slot] = .neutral }
    for slot in 0..<PlayerSlot.limit where own.union(helpers)[slot] { homes[slot] = main }
    stir(main, at: now)
    return true
  }

  /// Removes the player in `slot` from its shared pad; the sharing ends with the main player or the last
  /// helper.
  ///
  /// Returns the members that play by themselves from now on.
  public mutating func leave(_ slot: PlayerSlot, at now: Instant) -> PlayerSlots {
    guard let main = main(of: slot) else { return [] }
    let former = shares[main.index].members
    var freed = PlayerSlots(slot)
    shares[main.index].remove(freed)
    if slot == main || shares[main.index].members == PlayerSlots(main) {
      freed = former
      shares[main.index] = Share()
      due[main.index] = .distantFuture
      mains.subtract(PlayerSlots(main))
    }
    members.subtract(freed)
    stir(main, at: now)
    return freed
  }

  /// Gives the turn to the next member of the pad of `main`, if its members take turns.
  public mutating func pass(_ main: PlayerSlot, at now: Instant) {
    shares[main.index].pass(among: connected.intersection(shares[main.index].members), at: now)
    stir(main, at: now)
  }

  /// Continues with a new pad of `main`, which is at rest at `now`.
  public mutating func replug(_ main: PlayerSlot, at now: Instant) {
    guard mains[main.index] else { return }
    // The main player's input lets the new pad rest for a while, and reports what is held only then.
    reports[main.index] = .neutral
    shares[main.index].replug(at: now)
    stir(main, at: now)
  }

  /// Notes which players are connected; the others count as if they were not there.
  public mutating func note(connected: PlayerSlots, at now: Instant) {
    self.connected = connected
    for slot in 0..<PlayerSlot.limit where mains[slot] { stir(PlayerSlot(index: slot), at: now) }
  }

  /// Receives the report of a member; returns the main player of the shared pad, and the pad's new report.
  ///
  /// The result is nil if the pad's report has not changed, or if `slot` shares no pad. If `isSilent` is
  /// true, the controller has fallen silent, and the groups that it moved are free at once.
  public mutating func receive(
    _ report: PadReport, of slot: PlayerSlot, isSilent: Bool = false, at now: Instant
  ) -> (PlayerSlot, PadReport)? {
    guard let main = main(of: slot) else { return nil }
    reports[slot.index] = report
    if isSilent { shares[main.index].letGo(PlayerSlots(slot)) }
    return advance(main, to: now).map { (main, $0) }
  }

  /// Returns a main player whose pad has changed by `now` without a report from a member, and the pad's new
  /// report.
  ///
  /// The result is nil when no such pad is left. Pads change with time, and when members, terms, turns or
  /// connections have changed.
  public mutating func next(at now: Instant) -> (PlayerSlot, PadReport)? {
    guard deadline <= now else { return nil }
    for index in 0..<PlayerSlot.limit where due[index] <= now {
      let slot = PlayerSlot(index: index)
      if let report = advance(slot, to: now) { return (slot, report) }
    }
    deadline = .distantFuture
    for index in 0..<PlayerSlot.limit { deadline = min(deadline, due[index]) }
    return nil
  }

  private mutating func advance(_ main: PlayerSlot, to now: Instant) -> PadReport? {
    let former = shares[main.index].steering
    let report = shares[main.index].next(reports, present: connected, at: now)
    schedule(main, at: shares[main.index].deadline)
    if shares[main.index].steering != former { hasNews = true }
    return report
  }

  /// Schedules the pad of `main` for an update at `now`, after a change of its share.
  private mutating func stir(_ main: PlayerSlot, at now: Instant) {
    hasNews = true
    if mains[main.index] { schedule(main, at: now) }
  }

  private mutating func schedule(_ main: PlayerSlot, at instant: Instant) {
    due[main.index] = instant
    deadline = min(deadline, instant)
  }
}
