public import Model

/// The path of a described stick's input from decoded frames to the reports of its device.
///
/// Axes follow the newest packet, and nothing smooths or scales them while packets arrive. No edge is shown
/// twice or out of order, because the player's ``ControllerInput`` checks the edges' numbers. A stick that
/// falls silent comes to rest as any pad does.
public struct StickInput: Sendable {
  /// The last report to the device.
  public private(set) var report: StickReport
  private var counted = PlayerCounts()
  private let neutral: StickReport
  private let spans: StickAxes
  private let buttons: StickButtons
  private let deadMan: DeadMan
  private let edgeLifetime: Interval
  private var axes: StickAxes
  private var queue = StickQueue()
  /// True if the device does not follow the stick, because the input has another recipient; the device rests.
  private var isShut = false
  /// The buttons that were down while the input was shut; each counts only after its release.
  private var withheld = StickButtons()
  private var heard: Instant
  private var wake: Instant

  /// Creates the input of the stick in `description`; the device appears at `now` with the axes of `first`.
  public init(
    of description: StickDescription, showing first: StickState, settings: ControllerInput.Settings,
    at now: Instant
  ) {
    neutral = description.neutral
    buttons = .first(description.keys.count)
    var spans = StickAxes()
    for axis in description.axes { spans.append(UInt16(clamping: axis.span)) }
    self.spans = spans
    (deadMan, edgeLifetime) = (settings.deadMan, settings.edgeLifetime)
    (axes, report) = (neutral.axes, neutral)
    (heard, wake) = (now, now)
    if !first.isNeutral { move(to: first.report.axes) }
    report.axes = axes
  }

  /// The counts of the edges so far.
  public var counts: PlayerCounts {
    var counts = counted
    counts.hurried = queue.hurried
    return counts
  }

  /// The last report to the device, like ``report``; mutating (docs/decisions/0005).
  public var shown: StickReport {
    mutating get { report }
  }

  /// The time at which ``nextReport(at:)`` may next return true; mutating (docs/decisions/0005).
  public var deadline: Instant {
    mutating get { min(wake, queue.deadline) }
  }

  /// Accepts the edges of `presses` from the one at index `known` on, which have not arrived before.
  public mutating func accept(_ presses: StickPresses, from known: Int, at now: Instant) {
    var levels = queue.final
    for index in known..<presses.count where buttons[presses[index].button] {
      let edge = presses[index]
      guard !isWithheld(edge) else { continue }
      if isStale(edge) {
        levels[edge.button] = edge.isPress
        counted.skipped += 1
        continue
      }
      queue.append(leadingTo: levels, at: now)
      if queue.append(edge.button, isPress: edge.isPress, at: now) { counted.edges += 1 }
      levels = queue.final
    }
    queue.append(leadingTo: levels, at: now)
  }

  /// Follows the newest state: moves the axes, and corrects the buttons.
  ///
  /// `skipped` is the number of edges before this state that have never arrived.
  public mutating func follow(_ state: StickState, skipped: Int, at now: Instant) {
    heard = now
    wake = now
    counted.skipped += UInt64(skipped)
    let levels = state.isNeutral ? [] : state.report.buttons.intersection(buttons)
    withheld = isShut ? levels : withheld.intersection(levels)
    queue.append(leadingTo: isShut ? [] : levels.subtracting(withheld), at: now)
    if isShut || state.isNeutral { axes = neutral.axes } else { move(to: state.report.axes) }
  }

  /// Brings ``report`` up to date with at most one new edge; returns whether it has changed.
  public mutating func nextReport(at now: Instant) -> Bool {
    let silence = now - heard
    let stage = deadMan.stage(after: silence)
    if stage >= .releasing { queue.release(at: now) }
    if stage == .released { axes = neutral.axes }
    queue.advance(to: now)
    let next = StickReport(
      buttons: queue.shown, axes: stage == .releasing ? ramp(deadMan.share(after: silence)) : axes)
    wake =
      switch stage {
      case .live, .holding: heard + deadMan.release
      case .releasing: min(now + deadMan.step, heard + deadMan.end)
      case .released: .distantFuture
      }
    guard next != report else { return false }
    report = next
    return true
  }

  /// Releases all buttons and returns the axes to rest, as when a connection ends; waiting presses are shown first.
  public mutating func release(at now: Instant) {
    queue.append(leadingTo: [], at: now)
    (axes, wake) = (neutral.axes, now)
  }

  /// Releases everything and keeps the device at rest; edges are still accepted.
  public mutating func mute(at now: Instant) {
    withheld.formUnion(queue.final)
    isShut = true
    queue.release(at: now)
    (axes, wake) = (neutral.axes, now)
  }

  /// Lets the device follow the next packet; a button that is already held counts only after its release.
  public mutating func unmute() {
    isShut = false
  }

  /// Returns whether `edge` belongs to a button that does not count now; if so, records the edge.
  private mutating func isWithheld(_ edge: StickEdge) -> Bool {
    guard isShut || withheld[edge.button] else { return false }
    withheld[edge.button] = edge.isPress
    return true
  }

  private func isStale(_ edge: StickEdge) -> Bool {
    edge.age == .max || .microseconds(100 * Int64(edge.age)) > edgeLifetime
  }

  /// Moves the axes to `positions`, none beyond its maximum; an axis that is missing stays.
  private mutating func move(to positions: StickAxes) {
    for index in 0..<min(positions.count, axes.count) { axes[index] = min(positions[index], spans[index]) }
  }

  /// Returns the axes with the remaining `share` of their distance from rest.
  private func ramp(_ share: Double) -> StickAxes {
    var result = axes
    for index in 0..<axes.count {
      let rest = Double(neutral.axes[index])
      result[index] = UInt16((rest + share * (Double(axes[index]) - rest)).rounded())
    }
    return result
  }
}

/// The numbers of a player's edges, for the frames of sticks.
extension ControllerInput {
  /// Applies the numbers of `presses`.
  ///
  /// Returns the number of these edges that were known already, and the number of edges that the sender has given up.
  public mutating func number(_ presses: StickPresses) -> (known: Int, skipped: Int) {
    inbox.apply(presses.first, count: presses.count)
  }

  /// Continues at the sender's edge number `next`; returns the number of edges skipped.
  public mutating func settle(at next: UInt16) -> Int { inbox.settle(at: next) }
}
