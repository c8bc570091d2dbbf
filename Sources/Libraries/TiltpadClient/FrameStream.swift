package import Model
package import Wire

/// The frames that a controller sends and receives, for encrypted and plain packets alike.
///
/// The stream numbers the edges, repeats them until they are acknowledged or a second old, adds the last two
/// tilts to each STATE frame, and queues the messages. The inputs gateway has one stream for each of its
/// controllers.
package struct FrameStream: Sendable {
  private(set) var edges = EdgeQueue()
  var mailbox = Mailbox()
  /// The acknowledgement that arrived last; nil before the first.
  private(set) var acknowledgement: Acknowledgement?
  /// The number of edges that the host has acknowledged so far.
  private(set) var acknowledged = 0
  /// The motor and light state that the host requested last; nil before the first.
  package private(set) var feedback: Feedback?
  /// The number of feedback frames so far, without those that arrived out of order.
  private(set) var feedbackCount = 0
  /// The newest torque on the wheel and the newest conditions that have not been returned yet.
  private var force: (torque: Torque?, conditions: NumberedConditions?)
  /// The latest round; nil before the first.
  private(set) var round: Round?
  /// The press in a round, kept until the host has acknowledged it.
  private var buzz: Buzz?
  private var samples: [(time: Instant, tilt: Tilt)] = []
  /// The host's question about the clock that awaits its answer, with its arrival time in µs of the controller's clock.
  private var question: (hostSent: UInt32, received: UInt32)?

  /// Creates the stream of a controller that has sent nothing yet.
  package init() {}

  /// Creates the stream of a controller that was away since `former`: nothing is down, and the edges continue their
  /// numbers, as its packets do.
  package init(after former: FrameStream) { edges = EdgeQueue(first: former.edges.next) }

  /// The buttons that are down after all edges so far.
  package var levels: Buttons { Buttons(edges.levels) }

  /// The time at which a further copy of a fresh edge is due; nil if no copy is due.
  package var nextCopy: Instant? { edges.copies.first }

  /// True if the next packet carries an answer to a question about the clock.
  var hasAnswer: Bool { question != nil }

  /// Records a question about the controller's clock that arrived at `now`; the next packet carries the answer.
  package mutating func note(ping hostSent: UInt32, at now: Instant) {
    question = (hostSent, now.wrappedMicroseconds)
  }

  /// Records that `button` was pressed or released at `time`; returns false if it was in that position
  /// already.
  @discardableResult
  package mutating func note(_ button: Button, isPress: Bool, at time: Instant) -> Bool {
    guard edges.note(Int(button.rawValue), isPress: isPress, at: time) else { return false }
    if isPress, let round, round.number != 0, buzz?.round != round.number {
      buzz = Buzz(
        round: round.number, edge: edges.next &- 1, pressTime: time.wrappedMicroseconds
      )
    }
    return true
  }

  /// True if a round is armed.
  ///
  /// The host then waits for presses, and for states that show that there were none.
  var isArmed: Bool { round?.isArmed == true }

  /// Returns the frames, without texts, for a sample taken at `measured`, by default at `now`.
  ///
  /// This method fills in the time, the buttons and the edge number.
  package mutating func frames(
    for sample: ControllerState, measured: Instant? = nil, motion: MotionSample?, contacts: Contacts? = nil,
    at now: Instant
  ) -> ControllerFrames {
    edges.depart(at: now)
    var frames = common(motion)
    if let contacts, contacts.count > 0 { frames.contacts = contacts }
    frames.history = history(at: now)
    frames.edges = edges.log(at: now)
    frames.buzz = buzz
    frames.pong = answer(at: now)
    var state = sample
    state.sampleTime = (measured ?? now).wrappedMicroseconds
    state.buttons = Buttons(edges.levels(after: frames.edges?.count ?? 0))
    state.nextEdge = frames.edges?.next ?? edges.first
    frames.state = state
    remember(sample.tilt, at: now)
    return frames
  }

  /// Returns the simplest frames: TILT with the buttons' levels, motion if given, and a message and a receipt
  /// if they wait.
  mutating func tiltFrames(
    for sample: ControllerState, motion: MotionSample?, at now: Instant
  ) -> ControllerFrames {
    var frames = common(motion)
    var state = sample
    state.sampleTime = now.wrappedMicroseconds
    state.buttons = levels
    state.nextEdge = nil
    frames.state = state
    edges.settle()
    return frames
  }

  /// Records that the button of a stick with the number `button` was pressed or released at `time`.
  mutating func note(stickButton button: Int, isPress: Bool, at time: Instant) {
    _ = edges.note(button, isPress: isPress, at: time)
  }

  /// Forgets the presses of a stick that has another description now; only the levels of its buttons count.
  mutating func settleEdges() { edges.settle() }

  /// Returns the frames of a stick whose axes are at `axes`; `revision` is the number of its description.
  mutating func stickFrames(
    revision: UInt8, axes: StickAxes, at now: Instant
  ) -> (frames: ControllerFrames, state: StickState, presses: StickPresses?) {
    edges.depart(at: now)
    var frames = common(nil)
    frames.pong = answer(at: now)
    let presses = edges.presses(at: now)
    let state = StickState(
      sampleTime: now.wrappedMicroseconds, revision: revision, nextEdge: presses?.next ?? edges.first,
      report: StickReport(buttons: edges.levels(after: presses?.count ?? 0), axes: axes))
    return (frames, state, presses)
  }

  /// Processes the host's frames in `bytes`.
  ///
  /// `isNewest` is false if a packet that the host sent later has already arrived.
  package mutating func receive(_ frames: HostFrames, in bytes: Span<UInt8>, isNewest: Bool) {
    if let acknowledgement = frames.acknowledgement {
      self.acknowledgement = acknowledgement
      acknowledged += edges.acknowledge(through: acknowledgement.nextEdge)
      if acknowledgement.lastBuzz == buzz?.round { buzz = nil }
    }
    if let receipt = frames.controlReceipt { mailbox.apply(receipt: receipt) }
    if let control = frames.control { mailbox.apply(control, in: bytes) }
    if let message = frames.message { mailbox.apply(message, in: bytes) }
    if isNewest, let round = frames.round { self.round = round }
    guard isNewest else { return }
    if let torque = frames.torque { force.torque = torque }
    if let conditions = frames.conditions { force.conditions = conditions }
    guard let feedback = frames.feedback else { return }
    self.feedback = feedback
    feedbackCount += 1
  }

  /// Removes and returns the newest torque on the wheel; nil if none has arrived since the last call.
  mutating func nextTorque() -> Torque? { force.torque.take() }

  /// Removes and returns the newest conditions of the wheel; nil if none have arrived since the last call.
  mutating func nextConditions() -> NumberedConditions? { force.conditions.take() }

  /// Removes the oldest order that has arrived and returns its code; nil if there is none.
  ///
  /// Messages between programs are skipped. This is for a controller whose program reads no messages.
  package mutating func nextOrder() -> ControlMessage.Code? {
    while let arrival = mailbox.nextArrival() {
      guard case .control(let code, _, _) = arrival, let known = ControlMessage.Code(rawValue: code) else {
        continue
      }
      if known != .message { return known }
    }
    return nil
  }

  /// Removes and returns the answer to the host's question about the clock; nil if the host has asked none.
  private mutating func answer(at now: Instant) -> Pong? {
    defer { question = nil }
    return question.map {
      Pong(hostSent: $0.hostSent, received: $0.received, sent: now.wrappedMicroseconds)
    }
  }

  private func common(_ motion: MotionSample?) -> ControllerFrames {
    var frames = ControllerFrames()
    frames.motion = motion
    frames.control = mailbox.control
    frames.controlReceipt = mailbox.receipt
    return frames
  }

  private func history(at now: Instant) -> History {
    var history = History()
    for sample in samples.reversed() {
      let age = (now - sample.time).microseconds / 50
      if age > 0, age < UInt16.max { history.append(HistorySample(age: UInt16(age), tilt: sample.tilt)) }
    }
    return history
  }

  private mutating func remember(_ tilt: Tilt?, at now: Instant) {
    guard let tilt else { return }
    if samples.count == 2 { samples.removeFirst() }
    samples.append((now, tilt))
  }
}

extension Instant {
  /// The time in µs modulo 2³², as packets carry it.
  fileprivate var wrappedMicroseconds: UInt32 { UInt32(truncatingIfNeeded: nanoseconds / 1_000) }
}

extension Buttons {
  /// Creates the set of the first 32 buttons of `buttons`.
  fileprivate init(_ buttons: StickButtons) {
    self.init(rawValue: UInt32(truncatingIfNeeded: buttons.rawValue))
  }
}
