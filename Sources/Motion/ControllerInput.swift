public import Model

/// One player's path from decoded frames to reports: order the edges, smooth the tilt, map the axes.
///
/// Axes follow the newest packet and are never held back; edges are shown exactly once and in order;
/// late packets repair what the filter knows and deliver edges, and move no axis.
public struct ControllerInput: Sendable {
  /// What this input was told.
  public let settings: Settings
  /// What happened to edges so far.
  public private(set) var edgeCounts = Counts()
  /// The newest state; nil before the first.
  public private(set) var state: ControllerState?
  /// The report that was given last.
  public private(set) var report = PadReport.neutral

  private var clock = SampleClock()
  private var smoother: Smoother
  private var mapping: AxisMapping
  private var inbox = EdgeInbox()
  private var queue: PressQueue
  private var gate: ButtonGate
  private var axes = PadReport.neutral
  private var motion = MotionTrack()
  private var heard: Instant
  private var settled: Instant
  private var wake: Instant

  /// The input of a controller whose pad appears `now`.
  public init(settings: Settings, at now: Instant) {
    self.settings = settings
    smoother = Smoother(filter: settings.profile.filter, pressHold: settings.pressHold)
    mapping = AxisMapping(profile: settings.profile)
    queue = PressQueue(dwell: settings.minimumPress)
    gate = ButtonGate(reserved: settings.reserved)
    heard = now
    settled = now + settings.settling
    wake = now
  }

  /// The smoothed tilt; nil before the first sample.
  public var smoothed: Tilt? { smoother.output }

  /// Edges that could not be shown for their full time.
  public var edgesHurried: UInt64 { queue.hurried }

  /// The number of the next edge that is waited for: all before it are safe.
  ///
  /// Mutating, as all reads of an inline array on the packet path (docs/decisions/0005).
  public var nextEdge: UInt16 {
    mutating get { inbox.expected ?? 0 }
  }

  /// The number of the next edge, nil until the sender has shown one; mutating, as ``nextEdge``.
  public var awaitedEdge: UInt16? {
    mutating get { inbox.expected }
  }

  /// How the controller's silence is seen at `now`.
  public func stage(at now: Instant) -> DeadMan.Stage { settings.deadMan.stage(after: now - heard) }

  /// When ``nextReport(at:)`` may have something to give.
  ///
  /// Mutating, as all reads of an inline array on the packet path (docs/decisions/0005).
  public var deadline: Instant {
    mutating get { min(wake, queue.deadline) }
  }

  /// Takes the frames of a packet that came at `now`.
  ///
  /// Returns whether it brought edges that were not known.
  public mutating func accept(
    _ state: ControllerState?, history: History, motion sample: MotionSample? = nil, edges: EdgeLog?,
    arrival: Arrival, at now: Instant
  ) -> Bool {
    let time = state.map { clock.unwrap($0.sampleTime) }
    if let state, let time { addSamples(state, history, at: time, arrival) }
    let isNew = edges.map { take($0, time, arrival, at: now) } ?? false
    guard case .newest = arrival else { return isNew }
    heard = now
    if let state { follow(state, at: now) }
    if let sample { follow(sample, measuredAt: time, at: now) }
    return isNew
  }

  /// The next report to give to the pad at `now`, with at most one edge; nil when nothing has changed.
  public mutating func nextReport(at now: Instant) -> PadReport? {
    let silence = now - heard
    let stage = settings.deadMan.stage(after: silence)
    if stage >= .releasing { letGo(at: now) }
    if stage == .released { axes = .neutral }
    _ = queue.advance(to: now)
    var next = now < settled ? .neutral : axes
    if stage >= .releasing { next = next.scaled(by: settings.deadMan.share(after: silence)) }
    next.buttons = queue.shown
    next.motion = motion.shown
    wake = nextWake(stage, after: now)
    guard next != report else { return nil }
    report = next
    return next
  }

  /// Lets go of everything, as when the controller says goodbye.
  public mutating func release(at now: Instant) {
    letGo(at: now)
    axes = .neutral
    wake = now
  }

  /// Whether the pad rests whatever the controller does.
  public var isMuted: Bool { gate.isShut }

  /// Lets go of everything and keeps the pad at rest; edges are taken and counted all the same.
  public mutating func mute(at now: Instant) {
    var held = queue.final
    if let state, !state.isNeutral { held.formUnion(state.buttons) }
    gate.shut(holding: held)
    release(at: now)
  }

  /// Lets the pad follow from the next packet on; a button that is held already counts once it was let go.
  public mutating func unmute(at now: Instant) {
    gate.open(at: now)
  }

  /// Whether a reserved button was pressed since the last time.
  public mutating func takeReservedPress() -> Bool { gate.takeReservedPress() }

  /// Begins anew with another pad, which appears `now` at rest.
  public mutating func replug(at now: Instant) {
    report = .neutral
    settled = now + settings.settling
    wake = now
  }

  /// Lets go of what would go on for ever: buttons go up, rotation stops.
  private mutating func letGo(at now: Instant) {
    queue.release(at: now)
    motion.rest(at: now)
  }

  /// Lets the axes follow from `now` on: the pad has been there, at rest, for long enough.
  public mutating func skipSettling(at now: Instant) {
    settled = now
  }

  /// Makes the way the controller is held now the centre.
  public mutating func recentre(at now: Instant) {
    guard let state, let tilt = smoother.output else { return }
    mapping.recentre(at: tilt)
    axes = gate.isShut ? .neutral : mapping.report(for: state, tilt: tilt)
    wake = now
  }

  /// Forgets the order of edges and samples: the sender has started anew, and held buttons go up first.
  public mutating func restart(at now: Instant) {
    inbox = EdgeInbox()
    clock = SampleClock()
    smoother.restart()
    release(at: now)
  }

  private func nextWake(_ stage: DeadMan.Stage, after now: Instant) -> Instant {
    let next: Instant =
      switch stage {
      case .live, .holding: heard + settings.deadMan.release
      case .releasing: min(now + settings.deadMan.step, heard + settings.deadMan.end)
      case .released: .distantFuture
      }
    return now < settled ? min(next, settled) : next
  }

  /// Adds the packet's tilt samples, oldest first; a clock that went back starts the filter anew.
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

  /// Queues the edges of `log` that were not known, each once and in order.
  private mutating func take(
    _ log: EdgeLog, _ time: Int64?, _ arrival: Arrival, at now: Instant
  ) -> Bool {
    let (known, skipped) = inbox.take(log)
    edgeCounts.skipped += UInt64(skipped)
    var levels = queue.final
    for index in known..<log.count {
      let edge = log[index]
      if isStale(edge) {
        if gate.takes(edge, isStale: true, at: now) == nil { levels[edge.button] = edge.isPress }
        edgeCounts.skipped += 1
        continue
      }
      queue.append(leadingTo: levels, at: now)
      if let time { smoother.pressed(at: time - 100 * Int64(edge.age)) }
      show(edge, wasLost: wasLost(edge, arrival), at: now)
      levels = queue.final
    }
    queue.append(leadingTo: levels, at: now)
    return known < log.count
  }

  private mutating func show(_ edge: Edge, wasLost: Bool, at now: Instant) {
    guard gate.takes(edge, at: now) ?? queue.append(edge, at: now) else { return }
    edgeCounts.taken += 1
    if wasLost { edgeCounts.recovered += 1 }
  }

  private func isStale(_ edge: Edge) -> Bool {
    edge.age == .max || Interval.microseconds(100 * Int64(edge.age)) > settings.edgeLifetime
  }

  /// Whether a packet that is missing must have carried `edge` before this one did.
  private func wasLost(_ edge: Edge, _ arrival: Arrival) -> Bool {
    guard case .newest(let gap) = arrival, gap > 0, let spacing = clock.step else { return false }
    return 100 * Int64(edge.age) >= spacing / Int64(gap + 1)
  }

  /// Follows the newest state: its axes at once, its buttons where the edges have not led there.
  private mutating func follow(_ state: ControllerState, at now: Instant) {
    self.state = state
    if let next = state.nextEdge { edgeCounts.skipped += UInt64(inbox.settle(at: next)) }
    let levels = state.isNeutral ? [] : state.buttons
    if state.nextEdge == nil { notePresses(levels) }
    queue.append(leadingTo: gate.rest(of: levels), at: now)
    axes =
      state.isNeutral || gate.isShut
      ? .neutral : mapping.report(for: state, tilt: state.tilt.flatMap { _ in smoother.output })
    if state.isNeutral { motion.rest(at: now) }
    wake = now
  }

  /// Follows the newest motion, unless the controller was put aside.
  private mutating func follow(_ sample: MotionSample, measuredAt time: Int64?, at now: Instant) {
    if gate.isShut { return }
    if let state, state.isNeutral { return }
    motion.take(sample, measuredAt: time, at: now)
    wake = now
  }

  /// Senders that number no edges: a change of level is an edge at the sample's own time.
  private mutating func notePresses(_ levels: Buttons) {
    let known = queue.final.union(gate.withheld)
    guard levels != known, let newest = smoother.newest else { return }
    smoother.pressed(at: newest.microseconds)
    edgeCounts.taken += UInt64((levels ^ known).rawValue.nonzeroBitCount)
  }
}

extension PadReport {
  /// The axes and triggers shrunk to `share` of themselves, 0…1.
  fileprivate func scaled(by share: Double) -> PadReport {
    guard share < 1 else { return self }
    func shrink(_ stick: Stick) -> Stick {
      Stick(x: Int16(Double(stick.x) * share), y: Int16(Double(stick.y) * share))
    }
    return PadReport(
      buttons: buttons, leftStick: shrink(leftStick), rightStick: shrink(rightStick),
      leftTrigger: UInt8(Double(leftTrigger) * share), rightTrigger: UInt8(Double(rightTrigger) * share))
  }
}
