public import Model

/// The decision of a round.
public struct Decision: Sendable {
  /// The result of the comparison of the presses.
  public enum Ruling: Hashable, Sendable {
    /// The player who was certainly first of those who have pressed.
    case winner(PlayerSlot)
    /// The players who may have been first; the order of their presses is unknown.
    case tooClose(PlayerSlots)
  }

  /// The lead of the first player over the next.
  public struct Margin: Hashable, Sendable {
    /// The time from the first press's middle to the next one's; negative if the latter is earlier.
    public var lead: Interval
    /// The maximum difference between the true lead and ``lead``.
    public var uncertainty: Interval

    /// Creates a margin of `lead` ± `uncertainty`.
    public init(lead: Interval, uncertainty: Interval) {
      (self.lead, self.uncertainty) = (lead, uncertainty)
    }
  }

  /// The player who was first, or the players who may have been first.
  public let outcome: Ruling
  /// The lead of the first press over the next; nil when nobody else has pressed.
  ///
  /// The first press is the one whose latest possible time is the earliest.
  public let margin: Margin?
  /// The presses of the round, sorted by the middles of their times.
  public let presses: [Press]
  /// The players who have neither pressed nor been heard from in time, and so may have been first.
  public let unheard: PlayerSlots
}

/// A judge of the first press, based on the bounds of clocks and network (docs/protocol.md, "Clocks").
///
/// The order of arrival does not decide.
///
/// A player has won when no other player can have pressed before. That is known as soon as each of the other
/// players has either pressed or sent a state that is later than the first press.
public struct Judge: Sendable {
  /// The time after the arrival of the first press at which the judge decides on the data so far.
  public static let patience = Interval.milliseconds(150)
  /// The duration of silence after which the judge no longer waits for a player.
  public static let silence = Interval.milliseconds(150)

  /// The start of the round.
  public let armed: Instant
  private var players: PlayerSlots
  private var presses = InlineArray<16, Press?>(repeating: nil)
  /// The latest time at which each player's button is known to have been up, or the start of the round.
  private var ups: InlineArray<16, Instant>
  /// The reading of each player's clock when the button was last seen up, minus the input delay, in µs.
  ///
  /// It is nil until the button has been seen up.
  private var upTimes = InlineArray<16, UInt32?>(repeating: nil)
  private var heard: InlineArray<16, Instant>
  private var firstReceived = Instant.distantFuture

  /// Creates the judge of a round of `players` that begins at `armed`.
  public init(_ players: PlayerSlots, armed: Instant) {
    (self.armed, self.players) = (armed, players)
    ups = InlineArray(repeating: armed)
    heard = InlineArray(repeating: armed)
  }

  /// The time at which ``decide(at:)`` decides at the latest; the distant future before the first press.
  public var deadline: Instant {
    firstReceived == .distantFuture ? .distantFuture : firstReceived + Judge.patience
  }

  /// Returns the time before which `slot` cannot have pressed.
  public func notBefore(_ slot: PlayerSlot) -> Instant { ups[slot.index] }

  /// Returns the minimum clock reading of `slot` at any press, in µs; nil when no state has given one.
  ///
  /// Unlike ``notBefore(_:)``, this limit is exact, because it is read from the same clock as the presses: a
  /// controller that claims an earlier press contradicts itself.
  public func notBeforeTime(_ slot: PlayerSlot) -> UInt32? { upTimes[slot.index] }

  /// Records that the button of `slot` was up at `time` on the controller's clock (µs), as reported at `received`.
  ///
  /// The caller first applies any press in the same packet, because the button may already be up again. A
  /// page learns of its input up to `inputDelay` late, so its state proves the button up only until
  /// `inputDelay` before `time`. A native controller has no such delay. If the clock cannot be read, presses
  /// count at their arrival, so the state proves the button up until `received`.
  public mutating func noteUp(
    _ slot: PlayerSlot, at time: UInt32, _ clock: ClockOffset?, received: Instant,
    inputDelay: Interval = .zero
  ) {
    heard[slot.index] = max(heard[slot.index], received)
    guard presses[slot.index] == nil else { return }
    let read = HostTime(reading: time, clock, received: received)
    let up = read.map { min($0.earliest, received) - inputDelay } ?? received
    ups[slot.index] = max(ups[slot.index], up)
    let shown = time &- UInt32(truncatingIfNeeded: inputDelay.microseconds)
    if Int32(bitPattern: shown &- (upTimes[slot.index] ?? shown)) >= 0 { upTimes[slot.index] = shown }
  }

  /// Applies a press; returns false when the player is not in the round or has already pressed.
  public mutating func apply(_ press: Press) -> Bool {
    guard players.contains(PlayerSlots(press.slot)), presses[press.slot.index] == nil else { return false }
    presses[press.slot.index] = press
    firstReceived = min(firstReceived, press.received)
    return true
  }

  /// Removes `slot` and its press from the round.
  mutating func remove(_ slot: PlayerSlot) {
    players.remove(PlayerSlots(slot))
    presses[slot.index] = nil
    firstReceived = .distantFuture
    for index in presses.indices {
      if let press = presses[index] { firstReceived = min(firstReceived, press.received) }
    }
  }

  /// Returns the decision of the round; nil when it is still open or nobody has pressed.
  public func decide(at now: Instant) -> Decision? {
    let pressed = PlayerSlots.all.each.compactMap { presses[$0.index] }
    guard let first = pressed.min(by: { $0.time.latest < $1.time.latest }) else { return nil }
    let unheard = players.each.filter { presses[$0.index] == nil && ups[$0.index] <= first.time.latest }
    let awaited = unheard.contains { now <= heard[$0.index] + Judge.silence }
    guard !awaited || deadline <= now else { return nil }
    let rivals = pressed.filter { $0.slot != first.slot }
    let close = rivals.filter { $0.time.earliest <= first.time.latest }
    let next = rivals.min { $0.time.middle < $1.time.middle }
    return Decision(
      outcome: close.isEmpty ? .winner(first.slot) : .tooClose(Judge.slots(close.map(\.slot) + [first.slot])),
      margin: next.map { Judge.margin(first.time, $0.time) },
      presses: pressed.sorted { $0.time.middle < $1.time.middle }, unheard: Judge.slots(unheard))
  }

  private static func slots(_ slots: [PlayerSlot]) -> PlayerSlots {
    slots.reduce(into: []) { $0.insert(PlayerSlots($1)) }
  }

  private static func margin(_ first: HostTime, _ next: HostTime) -> Decision.Margin {
    Decision.Margin(
      lead: next.middle - first.middle, uncertainty: first.halfWidth + next.halfWidth)
  }
}
