import Model
import Motion
import Testing

/// A stick at its input, with two buttons, an axis that rests in the middle, and a pedal that rests at its
/// end.
private struct Cockpit {
  var input: StickInput
  var now = Instant(nanoseconds: 1_000_000_000)
  var states: [StickReport] = []

  static let description = StickDescription(
    name: "Stick", bus: 3, vendor: 1, product: 2, version: 3, keys: [0x120, 0x121],
    axes: [
      StickDescription.Axis(code: 0, minimum: 0, maximum: 1_000),
      StickDescription.Axis(code: 2, rest: .maximum, minimum: 0, maximum: 255),
    ])

  init() {
    input = StickInput(
      of: Cockpit.description, showing: Cockpit.state([], 200, 100), settings: .init(), at: now)
  }

  static func state(
    _ buttons: [Int], _ wheel: UInt16, _ pedal: UInt16, isNeutral: Bool = false
  ) -> StickState {
    var report = StickReport()
    for button in buttons { report.buttons[button] = true }
    report.axes.append(wheel)
    report.axes.append(pedal)
    return StickState(sampleTime: 0, revision: 1, nextEdge: 0, report: report, isNeutral: isNeutral)
  }

  mutating func send(
    _ buttons: [Int] = [], _ wheel: UInt16 = 200, _ pedal: UInt16 = 100, isNeutral: Bool = false
  ) {
    input.follow(Cockpit.state(buttons, wheel, pedal, isNeutral: isNeutral), skipped: 0, at: now)
    pass(.zero)
  }

  mutating func press(_ edges: [StickEdge]) {
    var presses = StickPresses(first: 0)
    for edge in edges { presses.append(edge) }
    input.accept(presses, from: 0, at: now)
    pass(.zero)
  }

  mutating func pass(_ interval: Interval) {
    let end = now + interval
    repeat {
      while input.nextReport(at: now) { states.append(input.report) }
      now = min(end, max(now + .microseconds(100), input.deadline))
    } while now < end
    while input.nextReport(at: now) { states.append(input.report) }
  }

  var axes: [UInt16] { [input.report.axes[0], input.report.axes[1]] }
}

@Suite struct StickInputTests {
  @Test func `A stick begins where it is, and its axes follow each packet unchanged`() {
    var cockpit = Cockpit()
    #expect(cockpit.axes == [200, 100])
    cockpit.send([], 999, 0)
    #expect(cockpit.axes == [999, 0])
    cockpit.send([], 65_535, 65_535)
    #expect(cockpit.axes == [1_000, 255], "no axis leaves its range")
  }

  @Test func `Edges that arrive together are shown one by one, 4 ms apart for the same button`() {
    var cockpit = Cockpit()
    cockpit.press([
      StickEdge(0, isPress: true), StickEdge(0, isPress: false), StickEdge(1, isPress: true),
      StickEdge(0, isPress: true),
    ])
    let start = cockpit.now
    cockpit.pass(.milliseconds(20))
    #expect(cockpit.states.map(\.buttons.numbers) == [[0], [], [1], [0, 1]])
    #expect(cockpit.now - start >= .milliseconds(8))
    #expect(cockpit.input.counts.edges == 4)
  }

  @Test func `A button that the description does not have, and one of an old edge, are not shown`() {
    var cockpit = Cockpit()
    cockpit.press([StickEdge(2, isPress: true), StickEdge(127, isPress: true)])
    #expect(cockpit.states.isEmpty)
    cockpit.press([StickEdge(0, isPress: true, age: .max), StickEdge(0, isPress: false, age: .max)])
    #expect(cockpit.states.isEmpty && cockpit.input.counts.skipped == 2)
    cockpit.press([StickEdge(0, isPress: true, age: 10_001)])
    #expect(cockpit.states.map(\.buttons.numbers) == [[0]], "only the outcome counts")
  }

  @Test func `A state repairs the buttons, within those of the description`() {
    var cockpit = Cockpit()
    cockpit.send([0, 1, 5])
    #expect(cockpit.input.report.buttons.numbers == [0, 1])
    cockpit.send([1])
    cockpit.pass(.milliseconds(4))
    #expect(cockpit.input.report.buttons.numbers == [1])
  }

  @Test func `A silent stick lets go after 900 ms, and its axes are at rest after 1 s`() {
    var cockpit = Cockpit()
    cockpit.send([0], 1_000, 0)
    cockpit.pass(.milliseconds(890))
    #expect(cockpit.input.report.buttons.numbers == [0] && cockpit.axes == [1_000, 0])
    cockpit.pass(.milliseconds(60))
    #expect(cockpit.input.report.buttons.numbers.isEmpty)
    #expect((501..<1_000).contains(cockpit.axes[0]) && (1..<255).contains(cockpit.axes[1]))
    cockpit.pass(.milliseconds(60))
    #expect(cockpit.axes == [500, 255])
    cockpit.send([0], 10, 20)
    #expect(cockpit.axes == [10, 20] && cockpit.input.report.buttons.numbers == [0])
  }

  @Test func `A stick that is put aside, or gone, rests`() {
    var cockpit = Cockpit()
    cockpit.send([0], 10, 20)
    cockpit.send([0], 10, 20, isNeutral: true)
    cockpit.pass(.milliseconds(5))
    #expect(cockpit.input.report == Cockpit.description.neutral)
    cockpit.send([1], 10, 20)
    cockpit.input.release(at: cockpit.now)
    cockpit.pass(.milliseconds(5))
    #expect(cockpit.input.report == Cockpit.description.neutral)
  }

  @Test func `Muted, a stick rests; a button held meanwhile counts only after its release`() {
    var cockpit = Cockpit()
    cockpit.send([0], 10, 20)
    cockpit.input.mute(at: cockpit.now)
    cockpit.press([StickEdge(1, isPress: true)])
    cockpit.send([0, 1], 10, 20)
    #expect(cockpit.input.report == Cockpit.description.neutral)
    cockpit.input.unmute()
    cockpit.send([0, 1], 10, 20)
    #expect(cockpit.input.report.buttons.numbers.isEmpty && cockpit.axes == [10, 20])
    cockpit.press([StickEdge(0, isPress: false)])
    cockpit.send([1], 10, 20)
    cockpit.press([StickEdge(0, isPress: true)])
    cockpit.pass(.milliseconds(5))
    #expect(cockpit.input.report.buttons.numbers == [0])
  }

  @Test func `A full queue drops no edge`() {
    var cockpit = Cockpit()
    for index in 0..<600 {
      var presses = StickPresses(first: UInt16(index))
      presses.append(StickEdge(0, isPress: index % 2 == 0))
      cockpit.input.accept(presses, from: 0, at: cockpit.now)
    }
    #expect(cockpit.input.counts.edges == 600)
    cockpit.pass(.milliseconds(800))
    #expect(cockpit.input.report.buttons.numbers.isEmpty)
  }
}
