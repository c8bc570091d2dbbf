public import Model
import Wire

/// A stick that a controller has described to its host.
struct DescribedStick: Sendable {
  /// The time that a host has for its verdict after the description and after each receipt.
  static let patience = Interval.seconds(2)

  /// The description that the host gets.
  var description: StickDescription
  /// The number of the description, which differs from that of the previous description.
  var revision: UInt8
  /// The positions of the axes.
  var axes: StickAxes
  /// The time at which the wait for the host's verdict ends; nil while no verdict is awaited.
  ///
  /// A host without a verdict by then counts as too old for such descriptions.
  var patience: Instant?

  /// Prolongs the wait for a verdict, since the host has received a message at `now`.
  mutating func prolong(at now: Instant) {
    if patience != nil { patience = now + DescribedStick.patience }
  }
}

/// Controllers whose own device the host copies (docs/protocol.md, "Sticks").
extension ControllerSession {
  /// Describes the device of this controller, so that the host makes a copy of it for games.
  ///
  /// Call this before the session is connected, with the capability `description` in the introduction. After
  /// this call, set the state with ``update(stick:at:)``. If the device changes, call this again: the host
  /// replaces its copy, at most once a second. The host's answer is ``Event/stick(_:)``.
  public mutating func describe(_ description: StickDescription, at now: Instant) {
    let revision = stick.map { $0.revision &+ 1 } ?? 1
    stick = DescribedStick(description: description, revision: revision, axes: description.neutral.axes)
    stream.settleEdges()
    if case .connected = state { sendDescription(at: now) }
  }

  /// Sets the present state of the described stick, which must have as many axes as the description.
  public mutating func update(stick report: StickReport, at now: Instant) {
    hold(stick: report.buttons, at: now)
    stick?.axes = report.axes
    pace.noteSample()
  }

  /// Sets the held buttons of the stick without waiting for the next sample; returns whether any has changed.
  @discardableResult
  public mutating func hold(stick buttons: StickButtons, at now: Instant) -> Bool {
    let moved = buttons.symmetricDifference(stream.edges.levels)
    guard !moved.isEmpty else { return false }
    for number in moved.numbers { stream.note(stickButton: number, isPress: buttons[number], at: now) }
    pace.noteEdge()
    return true
  }

  /// Sends the description, if there is one, to a host that has given the controller a slot.
  mutating func sendDescription(at now: Instant) {
    guard let stick else { return }
    stream.mailbox.withdraw(.describe)
    for (number, part) in stick.description.parts(revision: stick.revision).enumerated() {
      stream.mailbox.send(.describe, argument: UInt8(number), text: part)
    }
    self.stick?.patience = now + DescribedStick.patience
  }

  /// Applies the host's verdict on `revision`; a verdict on an earlier revision is ignored.
  mutating func judge(_ verdict: UInt8, revision: UInt8?) {
    guard let stick, revision == stick.revision, let verdict = StickVerdict(rawValue: verdict) else { return }
    self.stick?.patience = nil
    events.append(.stick(verdict))
  }

  /// Reports at `now` that the host's verdict on the stick is overdue, if it is.
  mutating func loseStickPatience(at now: Instant) {
    guard let patience = stick?.patience, patience <= now else { return }
    stick?.patience = nil
    events.append(.stick(nil))
  }

  /// Returns the frames of the stick.
  mutating func stickFrames(at now: Instant) -> Datagram<512> {
    guard let stick else { return Datagram() }
    let (frames, state, presses) = stream.stickFrames(revision: stick.revision, axes: stick.axes, at: now)
    let text = stream.mailbox.text
    var packed = frames.packed(text: text.isEmpty ? nil : text.span)
    state.write(to: &packed)
    presses?.write(to: &packed)
    return packed
  }
}
