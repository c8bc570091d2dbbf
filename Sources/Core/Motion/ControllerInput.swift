public import Model

/// The path of one player's input from decoded frames to pad reports.
///
/// It orders the edges, smooths the tilt and maps the axes. Axes follow the newest packet and do not wait for
/// edges. No edge is shown twice or out of order. A late packet repairs the filter's history and delivers
/// edges, but moves no axis.
public struct ControllerInput: Sendable {
  /// The settings of this input.
  public private(set) var settings: Settings
  /// The newest state of the controller; nil before the first.
  public private(set) var state: ControllerState?
  /// The last report to the pad.
  public private(set) var report = PadReport.neutral

  private var counted = PlayerCounts()
  private var clock = SampleClock()
  private var smoother: Smoother
  private var mapping: AxisMapping
  var inbox = EdgeSequencer()
  var queue: PressQueue
  var gate: ButtonGate
  private var axes = PadReport.neutral
  private var motion = MotionTrack()
  private var battery = BatteryTrack()
  var touch = TouchTrack()
  private var aim: AimStage
  private var heard: Instant
  private var settled: Instant
  private var wake: Instant

  /// Creates the input of a controller whose pad appears at `now`.
  public init(settings: Settings, at now: Instant) {
    self.settings = settings
    smoother = Smoother(filter: settings.profile.filter, pressHold: settings.pressHold)
    mapping = AxisMapping(profile: settings.profile)
    queue = PressQueue(dwell: settings.minimumPress)
    gate = ButtonGate(reserved: settings.reserved)
    aim = AimStage(settings.profile.aim)
    heard = now
    settled = now + settings.settling
    wake = now
  }

  /// The smoothed tilt; nil before the first sample.
  public var smoothed: Tilt? { smoother.output }

  /// The counts of presses and releases so far.
  public var counts: PlayerCounts {
    var counts = counted
    counts.hurried = queue.hurried
    return counts
  }

  /// The number of the next expected edge, 0 until the sender has sent one; mutating (decision 0005).
  public var nextEdge: UInt16 {
    mutating get { inbox.expected ?? 0 }
  }

  /// The number of the next expected edge, nil until the sender has sent one; mutating like ``nextEdge``.
  public var awaitedEdge: UInt16? {
    mutating get { inbox.expected }
  }

  /// Returns the stage of the controller's silence at `now`.
  public func stage(at now: Instant) -> SilencePhase { settings.deadMan.stage(after: now - heard) }

  /// The time at which ``nextReport(at:)`` may next return a report; mutating (docs/decisions/0005).
  public var deadline: Instant {
    mutating get { min(wake, queue.deadline) }
  }

  /// Accepts the frames of a packet that arrived at `now`; returns whether it carried new edges.
  public mutating func accept(
    _ state: ControllerState?, history: History, motion sample: MotionSample? = nil, edges: EdgeLog?,
    contacts: Contacts? = nil, arrival: Arrival, at now: Instant
  ) -> Bool {
    let time = state.map { clock.unwrap($0.sampleTime) }
    if let state, let time { addSamples(state, history, at: time, arrival) }
    let isNew = edges.map { apply($0, time, arrival, at: now) } ?? false
    guard case .newest = arrival else { return isNew }
    heard = now
    if let state { follow(state, at: now) }
    if let sample { follow(sample, measuredAt: time, at: now) }
    if contacts != nil || touch.isBusy && state != nil {
      touch.follow(gate.isShut || self.state?.isNeutral == true ? nil : contacts)
      wake = now
    }
    return isNew
  }

  /// Returns the next report for the pad at `now`, with at most one new edge; nil when the report has not changed.
  public mutating func nextReport(at now: Instant) -> PadReport? {
    let silence = now - heard
    let stage = settings.deadMan.stage(after: silence)
    if stage >= .releasing { letGo(at: now) }
    if stage >= .holding { touch.rest() }
    if stage == .released { axes = .neutral }
    if motion.deadline <= now { motion.rest(at: now) }
    queue.advance(to: now)
    var next = axes
    if aim.isOn { aim.move(&next, motion.shown, at: now) }
    if now < settled { next = .neutral }
    if stage >= .releasing { next = next.scaled(by: settings.deadMan.share(after: silence)) }
    next.buttons = queue.shown
    next.motion = motion.shown
    next.battery = battery.shown
    if touch.isBusy || next.buttons[.touchpad] {
      next.touch = touch.advance(isClicked: next.buttons[.touchpad])
    }
    wake = nextWake(stage, after: now)
    guard next != report else { return nil }
    report = next
    return next
  }

  /// Releases all buttons and returns the axes to rest, as when a connection ends; waiting presses are shown first.
  public mutating func release(at now: Instant) {
    queue.append(leadingTo: [], at: now)
    rest(at: now)
    axes = .neutral
    wake = now
  }

  /// Releases everything and keeps the pad at rest; edges are still accepted and counted.
  public mutating func mute(at now: Instant) {
    var held = queue.final
    if let state, !state.isNeutral { held.formUnion(state.buttons) }
    gate.shut(holding: held)
    letGo(at: now)
    (axes, wake) = (.neutral, now)
  }

  /// Lets the pad follow the next packet; a button that is already held counts only after its release.
  public mutating func unmute(at now: Instant) {
    gate.open(at: now)
  }

  /// Returns whether a reserved button was pressed since the last call.
  public mutating func consumeReservedPress() -> Bool { gate.consumeReservedPress() }

  /// Continues with another pad, which is at rest when it appears at `now`.
  public mutating func replug(at now: Instant) {
    report = .neutral
    settled = now + settings.settling
    wake = now
  }

  /// Releases the buttons, stops the rotation and the turning of the view, and lifts the fingers.
  private mutating func letGo(at now: Instant) {
    queue.release(at: now)
    rest(at: now)
  }

  /// Stops the rotation and the turning of the view, and lifts the fingers.
  private mutating func rest(at now: Instant) {
    motion.rest(at: now)
    touch.rest()
    aim.rest()
  }

  /// Applies the settings `fresh`; held buttons and waiting edges stay, and axes at rest wait for a packet.
  public mutating func retune(_ fresh: Settings, at now: Instant) {
    if fresh.profile.aim != settings.profile.aim { aim = AimStage(fresh.profile.aim) }
    settings.adopt(fresh)
    smoother.retune(filter: fresh.profile.filter, pressHold: fresh.pressHold)
    (mapping.profile, queue.dwell, wake) = (fresh.profile, fresh.minimumPress, now)
    guard let state, axes != .neutral else { return }
    axes = mapping.report(for: state, tilt: state.tilt.flatMap { _ in smoother.output })
  }

  /// Lets the axes follow the controller from `now` on; the pad must already have been at rest for long enough.
  public mutating func skipSettling(at now: Instant) {
    settled = now
  }

  /// Sets the centre to the current smoothed tilt.
  public mutating func recentre(at now: Instant) {
    guard let state, state.tilt != nil, let tilt = smoother.output else { return }
    mapping.recentre(at: tilt)
    if axes != .neutral { axes = mapping.report(for: state, tilt: tilt) }
    wake = now
  }

  /// Forgets the order of edges and samples of a sender that has restarted, and releases held buttons.
  public mutating func restart(at now: Instant) {
    inbox = EdgeSequencer()
    clock = SampleClock()
    smoother.restart()
    release(at: now)
  }

  /// Continues the edge numbers from before a restart: the edges before `edge` have been accepted.
  public mutating func expect(_ edge: UInt16) {
    _ = inbox.settle(at: edge)
  }

  /// Returns the time of the next report; mutating, to avoid a copy of the whole input (decision 0005).
  private mutating func nextWake(_ stage: SilencePhase, after now: Instant) -> Instant {
    if touch.isWaiting { return now }
    let next: Instant =
      switch stage {
      case .live where touch.isBusy: heard + settings.deadMan.hold
      case .live, .holding: heard + settings.deadMan.release
      case .releasing: min(now + settings.deadMan.step, heard + settings.deadMan.end)
      case .released: .distantFuture
      }
    return min(next, motion.deadline, aim.deadline, now < settled ? settled : .distantFuture)
  }

  /// Adds the packet's tilts, oldest first; a tilt that jumped or a clock that ran back restarts the filter.
  private mutating func addSamples(
    _ state: ControllerState, _ history: History, at time: Int64, _ arrival: Arrival
  ) {
    if case .newest = arrival {
      let wentBack = smoother.newest.map { time < $0.microseconds } ?? false
      if wentBack || state.isDiscontinuous { smoother.restart() }
      clock.advance(to: time)
    }
    guard let tilt = state.tilt else { return }
    for index in stride(from: history.count - 1, through: 0, by: -1) {
      smoother.add(
        TiltSample(microseconds: time - 50 * Int64(history[index].age), tilt: history[index].tilt))
    }
    smoother.add(TiltSample(microseconds: time, tilt: tilt))
  }

  /// Queues the new edges of `log` in order, and only the outcome of stale ones; returns whether any is new.
  private mutating func apply(
    _ log: EdgeLog, _ time: Int64?, _ arrival: Arrival, at now: Instant
  ) -> Bool {
    let (known, skipped) = inbox.apply(log)
    counted.skipped += UInt64(skipped)
    var levels = queue.final
    for index in known..<log.count {
      let edge = log[index]
      if isStale(edge) {
        if gate.withhold(edge, isStale: true, at: now) == nil { levels[edge.button] = edge.isPress }
        counted.skipped += 1
        continue
      }
      queue.append(leadingTo: levels, at: now)
      if let time { smoother.pressed(at: time - edge.microseconds) }
      show(edge, wasLost: wasLost(edge, arrival), at: now)
      levels = queue.final
    }
    queue.append(leadingTo: levels, at: now)
    return known < log.count
  }

  private mutating func show(_ edge: Edge, wasLost: Bool, at now: Instant) {
    guard gate.withhold(edge, at: now) ?? queue.append(edge, at: now) else { return }
    counted.edges += 1
    if wasLost { counted.recovered += 1 }
  }

  private func isStale(_ edge: Edge) -> Bool {
    edge.age == .max || .microseconds(edge.microseconds) > settings.edgeLifetime
  }

  /// Returns whether a missing packet must have carried `edge` before this packet.
  private func wasLost(_ edge: Edge, _ arrival: Arrival) -> Bool {
    guard case .newest(let gap) = arrival, gap > 0, let spacing = clock.step else { return false }
    return edge.microseconds >= spacing / Int64(gap + 1)
  }

  /// Follows the newest state: moves the axes immediately, and queues the button changes that no edge has reported.
  private mutating func follow(_ state: ControllerState, at now: Instant) {
    self.state = state
    battery.follow(state.battery, at: now)
    if let next = state.nextEdge { counted.skipped += UInt64(inbox.settle(at: next)) }
    let levels = state.isNeutral ? [] : state.buttons
    if state.nextEdge == nil { notePresses(levels) }
    queue.append(leadingTo: gate.rest(of: levels), at: now)
    axes =
      state.isNeutral || gate.isShut
      ? .neutral : mapping.report(for: state, tilt: state.tilt.flatMap { _ in smoother.output })
    if state.isNeutral { rest(at: now) }
    if aim.isOn { aim.follow(state.isNeutral || gate.isShut ? nil : axes.rightStick, at: now) }
    wake = now
  }

  /// Follows the newest motion, unless the gate is shut or the controller was put aside.
  private mutating func follow(_ sample: MotionSample, measuredAt time: Int64?, at now: Instant) {
    if gate.isShut || state?.isNeutral == true { return }
    motion.apply(sample, measuredAt: time, at: now)
    if aim.isOn { aim.follow(motion.shown) }
    wake = now
  }

  /// Records the presses and releases of a sender that does not number edges.
  ///
  /// A change of level counts as an edge at the sample's own time.
  private mutating func notePresses(_ levels: Buttons) {
    let known = queue.final.union(gate.withheld)
    guard levels != known, let newest = smoother.newest else { return }
    smoother.pressed(at: newest.microseconds)
    counted.edges += UInt64((levels ^ known).rawValue.nonzeroBitCount)
  }
}
