import Model
import Testing
import TiltpadClient
import Wire

@testable import Handset

@Suite struct ControllerTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)
  private static let period = Interval.milliseconds(8)

  private static func controller(
    _ presses: [Button], isSimple: Bool = false, sensors: SimulatedSensors? = nil
  ) -> Controller {
    let script = Script(start: start, presses: PressSequence(buttons: presses))
    return Controller(
      hand: .script(script), token: 1, period: period, isSimple: isSimple, sensors: sensors,
      at: start)
  }

  /// Returns the frames sent within `length`, with their times in µs.
  private static func sent(
    by controller: inout Controller, within length: Interval
  ) -> [(at: Int64, frames: ControllerFrames)] {
    var sent: [(at: Int64, frames: ControllerFrames)] = []
    while controller.nextDue <= start + length {
      let now = controller.nextDue
      while let packet = controller.packet(at: now) {
        let frames = packet.withBytes { try? ControllerFrames(parsing: $0, from: PlainHeader.size) }
        if let frames { sent.append(((now - start).microseconds, frames)) }
      }
    }
    return sent
  }

  private static func answer(nextEdge: UInt16) -> Datagram<64> {
    var frames = HostFrames()
    frames.acknowledgement = Acknowledgement(newest: 1, received: 1, nextEdge: nextEdge, delay: 0)
    var datagram = Datagram<64>()
    PlainHeader(sequence: 0, token: 1).write(to: &datagram)
    frames.write(to: &datagram)
    return datagram
  }

  @Test func `A controller that is looked at late has left out no press`() throws {
    var controller = Self.controller([.a, .b, .x])
    let packet = controller.packet(at: Self.start + .milliseconds(450))
    let frames = packet?.withBytes { try? ControllerFrames(parsing: $0, from: PlainHeader.size) } ?? nil
    let edges = try #require(frames?.edges)
    let moved: [Button] = (0..<edges.count).map { edges[$0].button }
    #expect(moved == [.a, .a, .b, .b, .x])
    #expect(frames?.state?.buttons == Buttons(.x))
  }

  @Test func `Without edges, packets leave at an even rate`() {
    var controller = Self.controller([])
    let sent = Self.sent(by: &controller, within: .milliseconds(80))
    #expect(sent.map(\.at) == (0...10).map { $0 * 8_000 })
  }

  @Test(arguments: [false, true]) func `With sensors every packet has a sample, without none`(isSimple: Bool)
  {
    var measuring = Self.controller([.a], isSimple: isSimple, sensors: SimulatedSensors())
    let sent = Self.sent(by: &measuring, within: .milliseconds(80))
    #expect(sent.count > 10)
    #expect(sent.allSatisfy { $0.frames.motion?.acceleration == MotionVector(y: 4_096) })
    var plain = Self.controller([.a], isSimple: isSimple)
    #expect(Self.sent(by: &plain, within: .milliseconds(80)).allSatisfy { $0.frames.motion == nil })
  }

  @Test func `An edge leaves at once, and again after 4 and 12 ms`() {
    var controller = Self.controller([.a])
    let sent = Self.sent(by: &controller, within: .milliseconds(113))
    #expect(sent.map(\.at).filter { $0 >= 96_000 } == [96_000, 100_000, 104_000, 112_000])
    #expect(sent.last?.frames.edges?.count == 2)
    #expect(sent.last?.frames.state?.buttons == [])
  }

  @Test func `It is settled once every edge is acknowledged, and counts what was`() {
    var controller = Self.controller([.a, .b])
    _ = Self.sent(by: &controller, within: .milliseconds(250))
    #expect(!controller.isSettled)
    #expect(controller.tally(at: Self.start).isUnanswered)
    Self.answer(nextEdge: 2).withBytes { controller.receive($0, at: Self.start) }
    #expect(!controller.isSettled)
    Self.answer(nextEdge: 3).withBytes { controller.receive($0, at: Self.start) }
    #expect(controller.isSettled)
    let tally = controller.tally(at: Self.start + .milliseconds(5))
    #expect(tally.edges == 3 && tally.acknowledged == 3 && tally.silence == .milliseconds(5))
  }

  @Test func `It tells what games want, and that it is over when nothing more is said`() {
    var controller = Self.controller([])
    var frames = HostFrames()
    frames.feedback = Feedback(strong: 9, weak: 0, duration: 1, red: 0, green: 0, blue: 0)
    frames.datagram(after: PlainHeader(sequence: 0, token: 1)).withBytes {
      controller.receive($0, at: Self.start)
    }
    #expect(controller.feedbackChange(at: Self.start)?.feedback.strong == 9)
    #expect(controller.feedbackChange(at: Self.start) == nil)
    _ = controller.packet(at: Self.start + .milliseconds(9))
    #expect(controller.nextDue == Self.start + .milliseconds(10))
    #expect(controller.feedbackChange(at: Self.start + .milliseconds(10))?.isOver == true)
    #expect(controller.tally(at: Self.start).feedback == 2)
  }

  @Test func `At rest it lets go of what is pressed and presses nothing more`() {
    var controller = Self.controller([.a, .b])
    _ = Self.sent(by: &controller, within: .milliseconds(50))
    controller.rest(at: Self.start + .milliseconds(50))
    let packet = controller.packet(at: Self.start + .milliseconds(56))
    #expect(packet != nil)
    _ = Self.sent(by: &controller, within: .milliseconds(500))
    #expect(controller.tally(at: Self.start).edges == 2)
    #expect(controller.controls.buttons == [])
  }

  @Test func `A simple one sends levels without numbers and says goodbye like any other`() throws {
    var controller = Self.controller([.a], isSimple: true)
    let sent = Self.sent(by: &controller, within: .milliseconds(50))
    #expect(sent.allSatisfy { $0.frames.state?.nextEdge == nil && $0.frames.edges == nil })
    #expect(sent.last?.frames.state?.buttons == Buttons(.a))
    let bye = controller.farewells(at: Self.start).first?.withBytes {
      try? ControllerFrames(parsing: $0, from: PlainHeader.size)
    }
    #expect(bye?.control?.code == ControlMessage.Code.bye.rawValue)
    #expect(controller.tally(at: Self.start).acknowledged == nil)
  }

  @Test(arguments: [false, true])
  func `A wish for an identity is in the first packet and until its receipt`(isSimple: Bool) {
    var controller = Self.controller([], isSimple: isSimple)
    controller.ask(forIdentity: 5)
    let sent = Self.sent(by: &controller, within: .milliseconds(16))
    #expect(sent.map { $0.frames.control?.code } == [73, 73, 73])
    #expect(sent.first?.frames.control?.argument == 5)
  }

  @Test func `A press and release of a real pad between two packets are both sent`() {
    var controller = Controller(
      hand: .pad(.neutral), token: 1, period: Self.period, isSimple: false, at: Self.start)
    _ = Self.sent(by: &controller, within: .zero)
    let press = PadReport(buttons: Buttons(.a), leftStick: Stick(x: 9))
    for report in [press, .neutral] { controller.follow(report, at: Self.start + .milliseconds(1)) }
    let packet = controller.packet(at: Self.start + .milliseconds(1))
    let frames = packet?.withBytes { try? ControllerFrames(parsing: $0, from: PlainHeader.size) }
    #expect(frames?.edges?.count == 2)
    #expect(frames?.state?.tilt == nil)
    #expect(frames?.state?.sticks == .init())
  }

  @Test func `A key whose hold is over between two arrivals counts twice, however late a packet is made`() {
    let hand = Hand.keys(KeySteering(reach: 1, at: Self.start))
    var controller = Controller(hand: hand, token: 1, period: Self.period, isSimple: false, at: Self.start)
    for milliseconds in [0, 100, 250] as [Int64] {
      controller.press(.character("a"), at: Self.start + .milliseconds(milliseconds))
    }
    let now = Self.start + .milliseconds(400)
    _ = controller.packet(at: now)
    #expect(controller.tally(at: now).edges == 4)
  }
}

extension Controller {
  /// Creates a controller without encryption that has the token `token`; it sends bare TILT packets if `isSimple` is
  /// true.
  fileprivate init(
    hand: Hand, token: UInt32, period: Interval, isSimple: Bool, sensors: SimulatedSensors? = nil,
    at now: Instant
  ) {
    self.init(
      hand: hand, speech: PlainSpeech(token: token, isSimple: isSimple), period: period, sensors: sensors,
      at: now)
  }
}
