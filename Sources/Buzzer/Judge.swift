public import Model

/// What a round has come to.
public struct Decision: Sendable {
  /// Who was first.
  public enum Outcome: Hashable, Sendable {
    /// This player, certainly.
    case winner(PlayerSlot)
    /// One of these; which one cannot be told.
    case tooClose(PlayerSlots)
  }

  /// By how much the first is ahead of the next.
  public struct Margin: Hashable, Sendable {
    /// From middle to middle.
    public var lead: Interval
    /// How far the truth is from ``lead`` at most.
    public var uncertainty: Interval

    /// A lead of `lead`, give or take `uncertainty`.
    public init(lead: Interval, uncertainty: Interval) {
      (self.lead, self.uncertainty) = (lead, uncertainty)
    }
  }

  /// Who was first.
  public let outcome: Outcome
  /// By how much; nil when nobody else has pressed.
  public let margin: Margin?
  /// Everybody who has pressed, in the order of the middles.
  public let presses: [Press]
  /// Who has neither pressed nor been heard of in time: they may have been first.
  public let unheard: PlayerSlots
}

/// Decides who pressed first, by what clocks and network allow and not by what arrives first (docs/protocol.md, "Clocks").
///
/// Somebody has won when nobody else can have pressed before. That can be said as soon as everybody has either pressed
/// or been heard of from a time when the first press was over.
public struct Judge: Sendable {
  /// So long after the first press has come it is decided by what is known.
  public static let patience = Interval.milliseconds(150)
  /// Who has not been heard of for so long is not waited for.
  public static let silence = Interval.milliseconds(150)

  /// When the round began.
  public let armed: Instant
  private let players: PlayerSlots
  private var presses = InlineArray<16, Press?>(repeating: nil)
  /// Until when each player's button was certainly up.
  private var ups: InlineArray<16, Instant>
  /// What each player's clock showed when the button was seen up, less what its input may be late.
  private var upTimes = InlineArray<16, UInt32?>(repeating: nil)
  private var heard: InlineArray<16, Instant>
  private var firstReceived = Instant.distantFuture

  /// A round of `players` that begins at `armed`.
  public init(_ players: PlayerSlots, armed: Instant) {
    (self.armed, self.players) = (armed, players)
    ups = InlineArray(repeating: armed)
    heard = InlineArray(repeating: armed)
  }

  /// When ``decide(at:)`` has something to say at the latest; the distant future before the first press.
  public var deadline: Instant {
    firstReceived == .distantFuture ? .distantFuture : firstReceived + Judge.patience
  }

  /// Before when a press of `slot` cannot have been.
  public func notBefore(_ slot: PlayerSlot) -> Instant { ups[slot.index] }

  /// What the clock of `slot` showed at least at any press, in µs; nil when no state has said so.
  ///
  /// This is exact where ``notBefore(_:)`` is not, as it is the same clock: who claims a press from before contradicts
  /// itself.
  public func notBeforeTime(_ slot: PlayerSlot) -> UInt32? { upTimes[slot.index] }

  /// Notes that the button of `slot` was up when the controller's clock showed `time` (µs), as a state says that came at
  /// `received`.
  ///
  /// A press that comes with the state has to be taken first: the button may be up again. A page hears of its input up to
  /// `inputDelay` late, and so its state speaks for so much earlier only; a native controller's delay is nothing. Of a
  /// clock that cannot be read presses count when they come, and none that counts for earlier can come any more.
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

  /// Takes the press of a player, of whom only the first counts; false for one that counts for nothing.
  public mutating func take(_ press: Press) -> Bool {
    guard players.contains(PlayerSlots(press.slot)), presses[press.slot.index] == nil else { return false }
    presses[press.slot.index] = press
    firstReceived = min(firstReceived, press.received)
    return true
  }

  /// What the round has come to; nil when that cannot be said yet, or nobody has pressed.
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
