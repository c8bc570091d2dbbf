import Handset
import Model
import Testing
import TiltpadClient
import Wire

@testable import Commands

@Suite struct ScriptTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  @Test(arguments: [(0, 0.0), (500, 0.6), (1_000, 0.0), (1_500, -0.6), (4_500, 0.6), (7_500, -0.6)])
  func `The tilt swings as a sine`(milliseconds: Int64, roll: Double) {
    let script = Script(start: Self.start, amplitude: 0.6, frequency: 0.5)
    let tilt = script.controls(at: Self.start + .milliseconds(milliseconds)).tilt
    #expect(((tilt?.roll.radians ?? .nan) - roll).magnitude < 1e-6)
    #expect(tilt?.pitch == .zero && tilt?.yaw == .zero)
  }

  @Test func `Buttons are pressed in turn, 100 ms down and 100 ms up`() {
    let presses = PressSequence(buttons: [.a, .dpadUp, .a])
    let levels = (0..<7).map { presses.levels(at: .milliseconds($0 * 100 + 50)) }
    #expect(levels == [Buttons(.a), [], Buttons(.dpadUp), [], Buttons(.a), [], []])
    #expect(presses.levels(at: .milliseconds(-1)) == [])
  }

  @Test func `A button that is held stays down whatever is pressed`() {
    var script = Script(start: Self.start, presses: PressSequence(buttons: [.a, .b]))
    script.held = Buttons(.b)
    let levels = (0..<5).map { script.controls(at: Self.start + .milliseconds($0 * 100 + 50)).buttons }
    #expect(levels == [[Buttons(.a), Buttons(.b)], Buttons(.b), Buttons(.b), Buttons(.b), Buttons(.b)])
  }

  @Test func `Every press and release is announced, each once`() {
    let presses = PressSequence(buttons: Button.allCases)
    var changes: [Int64] = []
    var now = Interval.milliseconds(-50)
    while let next = presses.nextChange(after: now) {
      changes.append(next.nanoseconds / 1_000_000)
      now = next
    }
    #expect(changes == (0..<64).map { $0 * 100 })
  }
}

@Suite struct KeyTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  private static func keys(_ text: String) -> [Key] {
    var reader = KeyReader()
    return text.utf8.compactMap { reader.receive($0, at: start) }
  }

  @Test(arguments: [
    ("aB ", [Key.byte(0x61), .byte(0x42), .byte(0x20)]), ("\u{1b}[A\u{1b}[B", [.up, .down]),
    ("\u{1b}OC\u{1b}OD", [.right, .left]), ("\u{1b}[1;2Ca", [.right, .byte(0x61)]),
    ("\u{1b}[15~\u{1b}[Ha", [.byte(0x61)]), ("\u{1b}ab", [.byte(0x62)]), ("\u{1b}", []),
  ])
  func `Keys are read from what a terminal sends`(text: String, keys: [Key]) {
    #expect(Self.keys(text) == keys)
  }

  @Test func `Escape is a key once nothing follows it`() {
    var reader = KeyReader()
    #expect(reader.receive(0x1b, at: Self.start) == nil)
    #expect(reader.expire(at: Self.start + .milliseconds(49)) == nil)
    #expect(reader.deadline == Self.start + .milliseconds(50))
    #expect(reader.expire(at: reader.deadline) == .escape)
    #expect(reader.deadline == .distantFuture)
    #expect(reader.receive(0x61, at: Self.start) == .byte(0x61))
  }

  @Test func `No key does two things`() {
    let keys = Key.bindings.map(\.key) + [Key.recentre, .up, .down, .left, .right] + Key.quit
    #expect(Set(keys).count == keys.count)
  }

  @Test func `A button is held for 120 ms after its key last came`() {
    var steering = KeySteering(reach: 0.6, at: Self.start)
    steering.press(.character("a"), at: Self.start)
    steering.press(.character("a"), at: Self.start + .milliseconds(100))
    #expect(steering.nextRelease(after: Self.start) == Self.start + .milliseconds(220))
    #expect(steering.controls(at: Self.start + .milliseconds(219)).buttons == Buttons(.a))
    #expect(steering.controls(at: Self.start + .milliseconds(220)).buttons == [])
    #expect(steering.nextRelease(after: Self.start + .milliseconds(220)) == .distantFuture)
  }

  @Test func `The tilt moves to where an arrow pulls it, no further, and springs back`() {
    var steering = KeySteering(reach: 0.5, at: Self.start)
    var rolls: [Double] = []
    for step in 0..<80 {
      let now = Self.start + .milliseconds(Int64(step) * 10)
      if step < 40 { steering.press(.right, at: now) }
      rolls.append(steering.controls(at: now).tilt?.roll.radians ?? .nan)
    }
    #expect((rolls.max() ?? 0) <= 0.5 + 1e-6)
    #expect((rolls[40] - 0.5).magnitude < 1e-6)
    #expect(rolls.last == 0)
    #expect(zip(rolls, rolls.dropFirst()).allSatisfy { ($1 - $0).magnitude <= 0.5 / 25 + 1e-6 })
  }

  @Test func `The arrow up tips the top edge away, opposite arrows cancel each other`() {
    var steering = KeySteering(reach: 0.5, at: Self.start)
    for key in [Key.up, .left, .right] { steering.press(key, at: Self.start) }
    let tilt = steering.controls(at: Self.start + .milliseconds(100)).tilt
    #expect((tilt?.pitch.radians ?? 0) < 0)
    #expect(tilt?.roll == .zero)
  }

  @Test(arguments: [20, 60, 200]) func `The status line keeps within the terminal`(columns: Int) {
    let line = StatusLine.text(of: Controls(buttons: Buttons(rawValue: .max)), columns: columns)
    #expect(line.count < columns)
  }
}

@Suite struct DepartureTests {
  private static let start = Instant(nanoseconds: 1_000_000_000)

  /// Returns the steps of a departure with their times in ms.
  ///
  /// The host acknowledges everything `settling` after the end.
  private static func steps(settling: Interval) -> [(Goodbye.Step, Int64)] {
    var departure = Goodbye(at: start)
    var steps: [(Goodbye.Step, Int64)] = []
    var now = start
    while !departure.isOver {
      while let step = departure.next(at: now, isSettled: now - start >= settling) {
        steps.append((step, (now - start).microseconds / 1_000))
      }
      now = now + .milliseconds(1)
    }
    return steps
  }

  @Test(arguments: [(Int64(0), Int64(0)), (300, 300), (5_000, 1_000)])
  func `It lets go, waits for the host, a second at most, and says goodbye five times`(
    settling: Int64, left: Int64
  ) {
    let steps = Self.steps(settling: .milliseconds(settling))
    #expect(steps.map(\.0) == [.rest] + Array(repeating: .farewell, count: 5))
    #expect(steps.map(\.1) == [0] + [0, 20, 40, 80, 160].map { left + $0 })
  }

  @Test func `A first signal ends the play, a second one the wait`() {
    var departure = Goodbye(at: .distantFuture)
    #expect(departure.next(at: Self.start, isSettled: true) == nil)
    departure.hurry(at: Self.start)
    #expect(departure.next(at: Self.start, isSettled: false) == .rest)
    #expect(departure.next(at: Self.start, isSettled: false) == nil)
    departure.hurry(at: Self.start)
    #expect(departure.next(at: Self.start, isSettled: false) == .farewell)
  }
}
