import Model
import Motion
import Testing

/// A controller at the input of its pad, with a clock of its own.
private struct Desk {
  var input: ControllerInput
  var now = Instant(nanoseconds: 1_000_000_000)
  private var edges: UInt16 = 0
  private var levels: Buttons = []

  init(reserved: Buttons = []) {
    input = ControllerInput(
      settings: .init(profile: .pad, pressHold: nil, settling: .zero, reserved: reserved), at: now)
  }

  /// Sends a state with `buttons`, and returns the result of the input.
  ///
  /// Changes are sent as edges with an `age` in units of 100 µs, or only as levels.
  @discardableResult
  mutating func send(
    _ buttons: Buttons = [], stick: Int16 = 0, age: UInt16 = 0, isNumbered: Bool = true,
    motion: MotionSample? = nil, arrival: ControllerInput.Arrival = .newest(gap: 0)
  ) -> Bool {
    var log = EdgeLog(first: edges)
    for button in Button.allCases where buttons[button] != levels[button] {
      log.append(Edge(button, isPress: buttons[button], age: age))
    }
    (levels, edges) = (buttons, log.next)
    let state = ControllerState(
      sampleTime: UInt32(now.microseconds), sticks: .init(left: Stick(x: stick)), buttons: buttons,
      rightTrigger: UInt8(clamping: stick), nextEdge: isNumbered ? log.next : nil)
    let isNew = input.accept(
      state, history: History(), motion: motion, edges: isNumbered && log.count > 0 ? log : nil,
      arrival: arrival, at: now)
    pass(.zero)
    return isNew
  }

  mutating func pass(_ interval: Interval) {
    now = now + interval
    while input.nextReport(at: now) != nil {}
  }

  mutating func mute() {
    input.mute(at: now)
    pass(.zero)
  }

  mutating func unmute() {
    pass(.milliseconds(30))
    input.unmute(at: now)
    pass(.milliseconds(30))
  }

  var shown: PadReport { input.report }
}

extension Instant {
  fileprivate var microseconds: Int64 { nanoseconds / 1_000 }
}

@Suite struct MuteTests {
  private let a = Buttons(.a)
  private let turning = MotionSample(
    acceleration: MotionVector(z: 4_096), rotation: MotionVector(x: 100, y: 200, z: 300))

  @Test func `A sensor that falls silent stops turning the pad, although its controller goes on`() {
    var desk = Desk()
    desk.send(motion: turning)
    for _ in 0..<8 {
      desk.pass(.milliseconds(100))
      desk.send()
    }
    #expect(desk.shown.motion.map { $0.rotation != .zero } == true, "after 800 ms it still turns")
    desk.pass(.milliseconds(100))
    desk.send()
    #expect(desk.shown.motion?.rotation == .zero && desk.shown.motion?.acceleration != .zero)
  }

  @Test func `A muted pad is at rest at once and in one report, and stays so`() {
    var desk = Desk()
    desk.send(a, stick: 20_000, motion: turning)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == a && desk.shown.leftStick.x > 0 && desk.shown.rightTrigger == 255)
    desk.input.mute(at: desk.now)
    let report = desk.input.nextReport(at: desk.now)
    #expect(report?.buttons == [] && report?.leftStick == .centre && report?.rightTrigger == 0)
    #expect(report?.motion?.rotation == .zero)
    #expect(desk.input.nextReport(at: desk.now) == nil)
    desk.send([a, Buttons(.b)], stick: -20_000, motion: turning)
    desk.input.recentre(at: desk.now)
    desk.pass(.milliseconds(100))
    #expect(desk.shown == report)
  }

  @Test(arguments: [true, false])
  func `Presses are counted all the same while the pad is muted`(_ isNumbered: Bool) {
    var desk = Desk()
    desk.send([], isNumbered: isNumbered)
    desk.mute()
    for press in [a, [], a, []] {
      desk.pass(.milliseconds(10))
      #expect(desk.send(press, isNumbered: isNumbered) == isNumbered)
    }
    #expect(desk.input.counts.edges == (isNumbered ? 4 : 0), "levels alone need a tilt to be timed by")
    #expect(desk.input.nextEdge == (isNumbered ? 4 : 0))
    #expect(desk.shown.buttons == [])
  }

  @Test(arguments: [true, false])
  func `A button that is held across counts again once it was let go`(_ isNumbered: Bool) {
    var desk = Desk()
    desk.send(a, isNumbered: isNumbered)
    desk.pass(.milliseconds(30))
    desk.mute()
    desk.unmute()
    desk.send([a, Buttons(.b)], stick: 20_000, isNumbered: isNumbered)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == Buttons(.b) && desk.shown.leftStick.x > 0)
    desk.send(Buttons(.b), isNumbered: isNumbered)
    desk.pass(.milliseconds(30))
    desk.send([a, Buttons(.b)], isNumbered: isNumbered)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == [a, Buttons(.b)])
  }

  @Test(arguments: [true, false])
  func `A button that was pressed while the pad was muted counts once it was let go`(_ isNumbered: Bool) {
    var desk = Desk()
    desk.mute()
    desk.send(a, isNumbered: isNumbered)
    desk.unmute()
    desk.send(a, isNumbered: isNumbered)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == [])
    desk.send([], isNumbered: isNumbered)
    desk.send(a, isNumbered: isNumbered)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == a)
  }

  @Test func `A press from before, whose packet comes late, does not count`() {
    var desk = Desk()
    desk.send()
    desk.mute()
    desk.unmute()
    desk.pass(.milliseconds(10))
    desk.send(a, age: 1_000, arrival: .late)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == [] && desk.input.counts.edges == 1)
    desk.send(a)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == [], "nor does the state after it")
    desk.send([])
    desk.send(a, age: 10)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == a)
  }

  @Test func `A release and another press in the same packet count`() {
    var desk = Desk()
    desk.send(a)
    desk.mute()
    desk.unmute()
    desk.pass(.milliseconds(10))
    var log = EdgeLog(first: 1)
    log.append(Edge(.a, isPress: false, age: 40))
    log.append(Edge(.a, isPress: true, age: 10))
    let state = ControllerState(sampleTime: 1_200_000, buttons: a, nextEdge: 3)
    _ = desk.input.accept(state, history: History(), edges: log, arrival: .newest(gap: 0), at: desk.now)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == a)
  }

  @Test func `A button that is held through silence and across does not count`() {
    var desk = Desk()
    desk.send(a)
    desk.pass(.milliseconds(1_500))
    #expect(desk.shown.buttons == [])
    desk.mute()
    desk.unmute()
    desk.send(a)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == [])
  }

  @Test func `Neither silence, nor a restart, nor another pad ends the rest`() {
    var desk = Desk()
    desk.send(a, stick: 20_000)
    desk.mute()
    desk.pass(.milliseconds(1_500))
    desk.send(a, stick: 20_000)
    desk.input.restart(at: desk.now)
    desk.send(a, stick: 20_000)
    desk.input.replug(at: desk.now)
    desk.send(a, stick: 20_000)
    desk.pass(.milliseconds(1_500))
    #expect(desk.shown == .neutral)
    desk.send(a, stick: 20_000)
    #expect(desk.shown == .neutral)
  }

  @Test func `A restart does not make a held button count, and another press does`() {
    var desk = Desk()
    desk.send(a)
    desk.mute()
    desk.unmute()
    desk.input.restart(at: desk.now)
    desk.send(a)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == [])
    desk.send([])
    desk.send(a)
    desk.pass(.milliseconds(30))
    #expect(desk.shown.buttons == a)
  }

  @Test(arguments: [true, false])
  func `A reserved button is never shown, and each press of it is told once`(_ isNumbered: Bool) {
    var desk = Desk(reserved: Buttons(.guide))
    desk.send([], isNumbered: isNumbered)
    #expect(desk.input.consumeReservedPress() == false)
    for _ in 0..<2 {
      desk.send([a, Buttons(.guide)], isNumbered: isNumbered)
      desk.send([a, Buttons(.guide)], isNumbered: isNumbered)
      #expect(desk.input.consumeReservedPress() == true)
      #expect(desk.input.consumeReservedPress() == false)
      desk.mute()
      desk.send([a, Buttons(.guide)], isNumbered: isNumbered)
      desk.unmute()
      desk.send(a, isNumbered: isNumbered)
      desk.pass(.milliseconds(30))
      #expect(desk.shown.buttons == [])
      #expect(desk.input.consumeReservedPress() == false)
      desk.send([], isNumbered: isNumbered)
    }
    desk.mute()
    desk.send(Buttons(.guide), isNumbered: isNumbered)
    #expect(desk.input.consumeReservedPress() == true, "also while the pad is muted")
  }

  @Test(arguments: [(0, 0), (1, 1)] as [(UInt64, UInt64)])
  func `An edge counts as recovered only if the packet that first had it is missing`(
    _ gap: UInt64, _ recovered: UInt64
  ) {
    var desk = Desk()
    desk.send()
    desk.pass(.milliseconds(40))
    desk.send(a, age: 300, arrival: .newest(gap: gap))
    #expect(desk.input.counts.edges == 1 && desk.input.counts.recovered == recovered)
  }

  @Test func `A sender that has restarted has no tilt until it reports one`() {
    let now = Instant(nanoseconds: 1_000_000_000)
    var input = ControllerInput(settings: .init(profile: .wheel, pressHold: nil, settling: .zero), at: now)
    let state = ControllerState(sampleTime: 1_000, tilt: Tilt(roll: Angle(radians: 0.5)))
    _ = input.accept(
      state, history: History(), motion: nil, edges: nil, arrival: .newest(gap: 0), at: now)
    #expect(input.smoothed != nil)
    input.restart(at: now)
    #expect(input.smoothed == nil)
  }

  @Test func `What a late packet tells of presses long ago counts as the buttons' level`() {
    let now = Instant(nanoseconds: 9_000_000_000)
    for isLast in [false, true] {
      var input = ControllerInput(settings: .init(profile: .pad, pressHold: nil, settling: .zero), at: now)
      let state = ControllerState(sampleTime: 9_000_000, buttons: [], nextEdge: 2)
      var log = EdgeLog(first: 0)
      let edges = [Edge(.a, isPress: true, age: .max), Edge(.b, isPress: true)]
      for edge in isLast ? edges.reversed() : edges { log.append(edge) }
      _ = input.accept(state, history: History(), motion: nil, edges: log, arrival: .late, at: now)
      while input.nextReport(at: now) != nil {}
      while input.nextReport(at: now + .milliseconds(100)) != nil {}
      #expect(input.report.buttons == [Buttons(.a), Buttons(.b)], "the old press is last: \(isLast)")
      #expect(input.counts.edges == 1 && input.counts.skipped == 1)
    }
  }
}
