import Model
import Motion
import Testing

/// The bounds of a stick's input: its times, its edges and its axes.
@Suite struct StickBoundTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)
  /// A stick of two buttons, a wheel that rests at 500 and a pedal that rests at 255.
  private static let description = StickDescription(
    name: "Stick", bus: 3, vendor: 1, product: 2, version: 3, keys: [0x120, 0x121],
    axes: [
      StickDescription.Axis(code: 0, minimum: 0, maximum: 1_000),
      StickDescription.Axis(code: 2, rest: .maximum, minimum: 0, maximum: 255),
    ])

  private static func state(_ axes: [UInt16], _ buttons: [Int] = [], isNeutral: Bool = false) -> StickState {
    var report = StickReport()
    for button in buttons { report.buttons[button] = true }
    for axis in axes { report.axes.append(axis) }
    return StickState(sampleTime: 0, revision: 1, nextEdge: 0, report: report, isNeutral: isNeutral)
  }

  private static func input(
    showing first: StickState? = nil, settings: ControllerInput.Settings = .init()
  ) -> StickInput {
    StickInput(of: description, showing: first ?? state([200, 100]), settings: settings, at: start)
  }

  private static func presses(_ edges: [StickEdge]) -> StickPresses {
    var presses = StickPresses(first: 0)
    for edge in edges { presses.append(edge) }
    return presses
  }

  private func axes(_ input: StickInput) -> [UInt16] {
    (0..<input.report.axes.count).map { input.report.axes[$0] }
  }

  /// Returns the buttons of each report that `input` makes at `now`.
  private func reports(_ input: inout StickInput, at now: Instant = StickBoundTests.start) -> [[Int]] {
    var reports: [[Int]] = []
    while input.nextReport(at: now) { reports.append(input.report.buttons.numbers) }
    return reports
  }

  @Test func `A stick that is put aside at first rests, and one without movement makes no report`() {
    var input = Self.input(showing: Self.state([10, 20], [0], isNeutral: true))
    #expect(axes(input) == [500, 255])
    #expect(input.deadline == Self.start)
    #expect(reports(&input) == [])
    #expect(input.deadline == Self.start + .milliseconds(900))
    var moved = Self.input()
    #expect(axes(moved) == [200, 100])
    #expect(reports(&moved) == [])
    #expect(moved.shown == moved.report && moved.counts == PlayerCounts())
  }

  @Test func `In a silence each time of a change is known beforehand, and the axes go evenly to rest`() {
    var input = Self.input()
    input.follow(Self.state([1_000, 0], [0]), skipped: 0, at: Self.start)
    #expect(reports(&input) == [[0]])
    let steps: [(time: Int64, next: Int64?, buttons: [Int], axes: [UInt16])] = [
      (299, 900, [0], [1_000, 0]), (300, 900, [0], [1_000, 0]), (899, 900, [0], [1_000, 0]),
      (900, 908, [], [1_000, 0]), (925, 933, [], [875, 64]), (950, 958, [], [750, 128]),
      (996, 1_000, [], [520, 245]), (1_000, nil, [], [500, 255]), (5_000, nil, [], [500, 255]),
    ]
    for (time, next, buttons, positions) in steps {
      _ = reports(&input, at: Self.start + .milliseconds(time))
      #expect(input.report.buttons.numbers == buttons && axes(input) == positions, "after \(time) ms")
      let deadline: Instant = next.map { Self.start + .milliseconds($0) } ?? .distantFuture
      #expect(input.deadline == deadline, "after \(time) ms")
    }
    let later = Self.start + .seconds(6)
    input.follow(Self.state([7, 8]), skipped: 0, at: later)
    #expect(input.deadline == later)
    #expect(reports(&input, at: later) == [[]])
    #expect(input.deadline == later + .milliseconds(900))
  }

  @Test func `A waiting edge is due before the end of a silence`() {
    var input = Self.input()
    input.accept(
      Self.presses([StickEdge(0, isPress: true), StickEdge(0, isPress: false)]), from: 0, at: Self.start)
    #expect(reports(&input) == [[0]])
    #expect(input.deadline == Self.start + .milliseconds(4))
    #expect(reports(&input, at: Self.start + Interval(nanoseconds: 3_999_999)) == [])
    #expect(reports(&input, at: Self.start + .milliseconds(4)) == [[]])
    #expect(input.deadline == Self.start + .milliseconds(900))
  }

  @Test(
    arguments: [
      (10_000, 1_000, 1, 0), (10_001, 1_000, 0, 1), (65_534, 10_000, 1, 0), (65_535, 10_000, 0, 1),
    ] as [(UInt16, Int64, UInt64, UInt64)])
  func `An edge counts as skipped if it is older than its lifetime, or of unknown age`(
    age: UInt16, lifetime: Int64, edges: UInt64, skipped: UInt64
  ) {
    var input = Self.input(settings: .init(edgeLifetime: .milliseconds(lifetime)))
    input.accept(Self.presses([StickEdge(1, isPress: true, age: age)]), from: 0, at: Self.start)
    #expect(input.counts.edges == edges && input.counts.skipped == skipped)
    #expect(reports(&input) == [[1]], "it is shown all the same")
  }

  @Test func `The outcome of old edges is shown before the next edge of the same packet`() {
    var input = Self.input()
    let edges = [
      StickEdge(1, isPress: true, age: .max), StickEdge(0, isPress: true, age: .max),
      StickEdge(0, isPress: false, age: .max), StickEdge(0, isPress: true), StickEdge(0, isPress: true),
    ]
    input.accept(Self.presses(edges), from: 0, at: Self.start)
    #expect(reports(&input) == [[1], [0, 1]])
    #expect(input.counts.edges == 1 && input.counts.skipped == 3, "the second press is none")
    #expect(reports(&input, at: Self.start + .milliseconds(100)) == [])
  }

  @Test func `Only the edges from the first unknown one on are accepted`() {
    var input = Self.input()
    let presses = Self.presses([StickEdge(1, isPress: true), StickEdge(0, isPress: true)])
    input.accept(presses, from: 1, at: Self.start)
    #expect(reports(&input) == [[0]])
    input.accept(presses, from: 2, at: Self.start)
    #expect(reports(&input) == [] && input.counts.edges == 1)
    #expect(reports(&input, at: Self.start + .milliseconds(10)) == [], "nothing follows the last edge")
  }

  @Test func `Edges that a state leaves out count as skipped, and hurried ones are counted`() {
    var input = Self.input()
    input.follow(Self.state([200, 100]), skipped: 3, at: Self.start)
    input.follow(Self.state([200, 100]), skipped: 2, at: Self.start)
    #expect(input.counts.skipped == 5)
    for number in 0..<258 {
      input.accept(Self.presses([StickEdge(0, isPress: number % 2 == 0)]), from: 0, at: Self.start)
    }
    #expect(input.counts.hurried == 2 && input.counts.edges == 258)
  }

  @Test func `An axis that a state does not have stays, and one that the stick does not have is ignored`() {
    var input = Self.input()
    for (sent, shown) in [([7], [7, 100]), ([8, 9, 10], [8, 9]), ([1_000, 255], [1_000, 255])]
      as [([UInt16], [UInt16])]
    {
      input.follow(Self.state(sent), skipped: 0, at: Self.start)
      _ = reports(&input)
      #expect(axes(input) == shown)
    }
  }

  @Test func `A stick of 31 axes follows, ramps and rests`() {
    let description = StickDescription(
      name: "Stick", bus: 3, vendor: 1, product: 2, version: 3, keys: [],
      axes: StickCodes.axes.map { StickDescription.Axis(code: $0, minimum: 0, maximum: 1_000) })
    let state = Self.state([UInt16](repeating: 100, count: 31))
    var input = StickInput(of: description, showing: state, settings: .init(), at: Self.start)
    #expect(axes(input) == [UInt16](repeating: 100, count: 31))
    for (time, position) in [(925, 200), (950, 300), (1_000, 500)] as [(Int64, UInt16)] {
      _ = reports(&input, at: Self.start + .milliseconds(time))
      #expect(axes(input) == [UInt16](repeating: position, count: 31))
    }
  }

  @Test func `A release shows what waits and then nothing, and is due at once`() {
    var input = Self.input()
    _ = reports(&input)
    input.accept(Self.presses([StickEdge(0, isPress: true)]), from: 0, at: Self.start)
    let now = Self.start + .milliseconds(2)
    input.release(at: now)
    #expect(input.deadline < now)
    #expect(reports(&input, at: now) == [[0]] && axes(input) == [500, 255])
    #expect(input.deadline == Self.start + .milliseconds(6))
    #expect(reports(&input, at: Self.start + .milliseconds(6)) == [[]])
    #expect(axes(input) == [500, 255] && input.counts.edges == 1)
  }

  @Test func `A button that is down when the stick is muted counts only after its release`() {
    var input = Self.input()
    input.follow(Self.state([10, 20], [0]), skipped: 0, at: Self.start)
    #expect(reports(&input) == [[0]])
    let now = Self.start + .milliseconds(10)
    input.mute(at: now)
    #expect(input.deadline == now)
    #expect(reports(&input, at: now) == [[]] && axes(input) == [500, 255])
    input.unmute()
    let later = now + .milliseconds(10)
    input.accept(
      Self.presses([StickEdge(0, isPress: false), StickEdge(1, isPress: true)]), from: 0, at: later)
    #expect(reports(&input, at: later) == [[1]], "the release ends the wait, and is no edge")
    #expect(input.counts.edges == 1)
    input.accept(Self.presses([StickEdge(0, isPress: true)]), from: 0, at: later)
    #expect(reports(&input, at: later) == [[0, 1]])
    input.mute(at: later)
    input.unmute()
    input.follow(Self.state([10, 20], [0]), skipped: 0, at: later)
    #expect(reports(&input, at: later + .milliseconds(4)) == [[]] && axes(input) == [10, 20])
    input.follow(Self.state([10, 20]), skipped: 0, at: later)
    input.follow(Self.state([10, 20], [0]), skipped: 0, at: later)
    #expect(reports(&input, at: later + .milliseconds(4)) == [[0]])
  }

  @Test func `The numbers of a stick's edges are those of any other`() {
    var input = ControllerInput(settings: .init(), at: Self.start)
    #expect(input.nextEdge == 0)
    #expect(input.awaitedEdge == nil)
    for (first, count, known, skipped, next) in [
      (65_534, 2, 0, 0, 0), (65_534, 2, 2, 0, 0), (65_535, 3, 1, 0, 2), (0, 1, 1, 0, 2), (5, 0, 0, 3, 5),
      (4, 0, 0, 0, 5), (6, 1, 0, 1, 7),
    ] as [(UInt16, Int, Int, Int, UInt16)] {
      var presses = StickPresses(first: first)
      for _ in 0..<count { presses.append(StickEdge(0, isPress: true)) }
      #expect(input.number(presses) == (known: known, skipped: skipped), "from \(first)")
      #expect(input.nextEdge == next)
    }
    #expect(input.settle(at: 9) == 2)
    #expect(input.settle(at: 9) == 0)
    #expect(input.settle(at: 3) == 0, "a number from before is that of a new start")
    #expect(input.awaitedEdge == 3)
    var other = ControllerInput(settings: .init(), at: Self.start)
    #expect(other.settle(at: 300) == 0)
  }
}
