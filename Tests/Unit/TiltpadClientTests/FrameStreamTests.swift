import Model
import Testing
import Wire

@testable import TiltpadClient

@Suite struct FrameStreamTests {
  private static let start = Instant(nanoseconds: 5_000_000_000)
  private static let rest = ControllerState(sampleTime: 0)

  private var stream = FrameStream()

  /// Hands over the host's frames after `change`.
  private mutating func hear(isNewest: Bool = true, _ change: (inout HostFrames) -> Void) {
    var frames = HostFrames()
    change(&frames)
    let nothing: [UInt8] = []
    stream.receive(frames, in: nothing.span, isNewest: isNewest)
  }

  private mutating func hear(round number: UInt16, phase: UInt8 = 1, isNewest: Bool = true) {
    hear(isNewest: isNewest) { $0.round = Round(number: number, phase: phase, winner: 0, margin: 0) }
  }

  private mutating func hear(nextEdge: UInt16, lastBuzz: UInt16) {
    hear {
      $0.acknowledgement = Acknowledgement(
        newest: 0, received: 0, nextEdge: nextEdge, delay: 0, lastBuzz: lastBuzz)
    }
  }

  /// Returns the frames for a state at rest, 10 ms after the start.
  private mutating func frames() -> ControllerFrames {
    stream.frames(for: Self.rest, motion: nil, at: Self.start + .milliseconds(10))
  }

  @Test mutating func `The first press of a round travels along with its number until the host has it`() {
    stream.note(.a, isPress: true, at: Self.start)
    hear(round: 0)
    stream.note(.b, isPress: true, at: Self.start)
    hear(round: 5, isNewest: false)
    stream.note(.x, isPress: true, at: Self.start)
    #expect(frames().buzz == nil, "no round was under way")
    hear(round: 5)
    stream.note(.a, isPress: false, at: Self.start)
    stream.note(.b, isPress: true, at: Self.start)
    #expect(frames().buzz == nil, "a release is no press, nor is what stays down")
    stream.note(.y, isPress: true, at: Self.start + .milliseconds(7))
    let buzz = Buzz(round: 5, edge: 4, pressTime: 5_007_000)
    #expect(frames().buzz == buzz)
    stream.note(.c, isPress: true, at: Self.start + .milliseconds(8))
    #expect(frames().buzz == buzz)
    hear(nextEdge: 5, lastBuzz: 4)
    #expect(frames().buzz == buzz && stream.acknowledged == 5)
    hear(round: 6)
    stream.note(.z, isPress: true, at: Self.start + .milliseconds(9))
    #expect(frames().buzz == Buzz(round: 6, edge: 6, pressTime: 5_009_000))
    hear(nextEdge: 7, lastBuzz: 6)
    #expect(frames().buzz == nil && stream.acknowledged == 7)
  }

  @Test(arguments: [(0, false), (1, true), (2, false), (3, false), (0x81, true)] as [(UInt8, Bool)])
  mutating func `A round is armed in its phase 1`(phase: UInt8, isArmed: Bool) {
    #expect(!stream.isArmed)
    hear(round: 1, phase: phase)
    #expect(stream.isArmed == isArmed)
  }

  @Test(
    arguments: [
      (49, nil), (50, 1), (99, 1), (100, 2), (3_276_749, 65_534), (3_276_750, nil),
    ] as [(Int64, UInt16?)])
  mutating func `An earlier tilt has its age in steps of 50 µs, 1 to 65,534`(passed: Int64, age: UInt16?) {
    let tilt = Tilt(roll: Angle(bam16: 7))
    let sample = ControllerState(sampleTime: 0, tilt: tilt)
    _ = stream.frames(for: sample, motion: nil, at: Self.start)
    let now = Self.start + .microseconds(passed)
    let history = stream.frames(for: Self.rest, motion: nil, at: now).history
    #expect(history.count == (age == nil ? 0 : 1))
    if let age { #expect(history[0] == HistorySample(age: age, tilt: tilt)) }
    let next = stream.frames(for: Self.rest, motion: nil, at: now + .milliseconds(1)).history
    #expect(next.count == (passed > 3_000_000 ? 0 : 1), "a state without a tilt adds nothing")
  }

  @Test mutating func `Times are those of the measurement, in µs, and wrap after 32 bits`() {
    let late = Instant(nanoseconds: 4_294_967_296_000 + 3_999)
    #expect(stream.frames(for: Self.rest, motion: nil, at: late).state?.sampleTime == 3)
    let measured = stream.frames(for: Self.rest, measured: Self.start, motion: nil, at: late).state
    #expect(measured?.sampleTime == 5_000_000)
    #expect(stream.tiltFrames(for: Self.rest, motion: nil, at: late).state?.sampleTime == 3)
    #expect(stream.stickFrames(revision: 1, axes: StickAxes(), at: late).state.sampleTime == 3)
  }

  @Test mutating func `A question about the clock is answered once`() {
    #expect(!stream.hasAnswer)
    stream.note(ping: 77, at: Self.start)
    #expect(stream.hasAnswer)
    let pong = Pong(hostSent: 77, received: 5_000_000, sent: 5_010_000)
    #expect(frames().pong == pong && !stream.hasAnswer)
    #expect(frames().pong == nil)
    stream.note(ping: 77, at: Self.start)
    let now = Self.start + .milliseconds(10)
    #expect(stream.stickFrames(revision: 1, axes: StickAxes(), at: now).frames.pong == pong)
    #expect(!stream.hasAnswer)
  }

  @Test mutating func `The simplest frames have the levels, and leave no edge behind`() {
    stream.note(.a, isPress: true, at: Self.start)
    stream.note(.b, isPress: true, at: Self.start)
    #expect(stream.nextCopy == Self.start + .milliseconds(4))
    let frames = stream.tiltFrames(for: Self.rest, motion: nil, at: Self.start)
    #expect(frames.state?.buttons == Buttons(.a).union(Buttons(.b)) && frames.state?.nextEdge == nil)
    #expect(frames.edges == nil && frames.history.count == 0 && stream.nextCopy == nil)
    let next = self.frames()
    #expect(next.edges == nil && next.state?.nextEdge == 2 && next.state?.buttons == stream.levels)
  }

  @Test mutating func `One finger on the touchpad is told as two are`() {
    let one = Contacts(Contact(number: 3, x: 1, y: 2))
    let now = Self.start
    #expect(stream.frames(for: Self.rest, motion: nil, contacts: one, at: now).contacts == one)
    #expect(stream.frames(for: Self.rest, motion: nil, contacts: Contacts(), at: now).contacts == nil)
  }

  @Test mutating func `Frames of a stick have its edges, its axes and the number of its description`() {
    var axes = StickAxes()
    axes.append(300)
    for button in [2, 90] { stream.note(stickButton: button, isPress: true, at: Self.start) }
    let (frames, state, presses) = stream.stickFrames(
      revision: 9, axes: axes, at: Self.start + .milliseconds(2))
    #expect(frames.state == nil && frames.edges == nil && (presses?.count, presses?.first) == (2, 0))
    #expect(presses?[1] == StickEdge(90, isPress: true, age: 20))
    #expect((state.sampleTime, state.revision, state.nextEdge) == (5_002_000, 9, 2))
    #expect(state.report.buttons.numbers == [2, 90] && state.report.axes == axes)
    let late = stream.stickFrames(revision: 9, axes: axes, at: Self.start + .milliseconds(1_001))
    #expect(late.presses == nil && late.state.nextEdge == 2 && late.state.report.buttons.numbers == [2, 90])
    stream.note(stickButton: 2, isPress: false, at: Self.start + .seconds(2))
    stream.settleEdges()
    let settled = stream.stickFrames(revision: 10, axes: axes, at: Self.start + .seconds(2))
    #expect(settled.presses == nil && settled.state.nextEdge == 3)
    #expect(settled.state.report.buttons.numbers == [90])
  }

  @Test mutating func `A packet that was overtaken still acknowledges and brings messages, and nothing else`()
  {
    stream.note(.a, isPress: true, at: Self.start)
    stream.mailbox.send(.recentre, argument: 0, text: [])
    hear(isNewest: false) {
      $0.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: 1, delay: 0)
      $0.controlReceipt = 1
      $0.control = ControlMessage(id: 9, code: 71)
      $0.round = Round(number: 5, phase: 1, winner: 0, margin: 0)
      $0.feedback = Feedback(strong: 1, weak: 0, duration: 4, red: 0, green: 0, blue: 0)
      $0.torque = Torque(torque: 1, angle: 0, range: 900, lifetime: 10, isActing: true)
      $0.conditions = NumberedConditions(revision: 1, list: ForceConditions())
    }
    #expect(stream.acknowledged == 1 && stream.edges.count == 0 && stream.acknowledgement?.nextEdge == 1)
    #expect(stream.mailbox.control == nil && stream.mailbox.receipt == 9)
    #expect(stream.nextOrder() == .recentre)
    #expect(stream.round == nil && stream.feedback == nil && stream.feedbackCount == 0)
    #expect(stream.nextTorque() == nil && stream.nextConditions() == nil)
  }

  @Test mutating func `An order is found behind a message and behind a code that nobody knows`() {
    hear { $0.message = Message(channel: 1) }
    hear { $0.control = ControlMessage(id: 1, code: 250) }
    #expect(stream.nextOrder() == nil)
    for (id, code) in [(2, 250), (3, 80), (4, 71), (5, 73)] as [(UInt16, UInt8)] {
      hear { $0.control = ControlMessage(id: id, code: code) }
    }
    #expect(stream.nextOrder() == .recentre)
    #expect(stream.nextOrder() == .identity)
    #expect(stream.nextOrder() == nil)
  }
}
