import Model
import Testing

@testable import Motion

/// The queues of a stick's and of a pad's edges.
@Suite struct StickQueueTests {
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func set(_ numbers: [Int]) -> StickButtons {
    var buttons = StickButtons()
    for number in numbers { buttons[number] = true }
    return buttons
  }

  @Test func `A stick's edges are shown in order, and each state of a button lasts for exactly 4 ms`() {
    var queue = StickQueue()
    #expect(queue.deadline == .distantFuture)
    #expect(queue.hurried == 0)
    let edges = [(1, true), (1, true), (127, true), (0, false), (1, false), (127, false)]
    let added = edges.map { queue.append($0.0, isPress: $0.1, at: start) }
    #expect(added == [true, false, true, false, true, true])
    #expect(queue.shown.numbers == [] && queue.final.numbers == [])
    queue.advance(to: start)
    #expect(queue.shown.numbers == [1])
    queue.advance(to: start + .milliseconds(1))
    #expect(queue.shown.numbers == [1, 127])
    #expect(queue.deadline == start + .milliseconds(4))
    queue.advance(to: start + Interval(nanoseconds: 3_999_999))
    #expect(queue.shown.numbers == [1, 127])
    queue.advance(to: start + .milliseconds(4))
    #expect(queue.shown.numbers == [127])
    #expect(queue.deadline == start + .milliseconds(5))
    queue.advance(to: start + .milliseconds(4))
    #expect(queue.shown.numbers == [127])
    queue.advance(to: start + .milliseconds(5))
    #expect(queue.shown.numbers == [])
    #expect(queue.deadline == .distantFuture)
    queue.advance(to: .distantFuture)
    #expect(queue.deadline == .distantFuture, "there is nothing to show")
    #expect(queue.hurried == 0)
  }

  @Test func `A stick's full queue shows its first edge at once, counts it, and keeps the order`() {
    var queue = StickQueue()
    for number in 0..<256 { _ = queue.append(number % 128, isPress: number < 128, at: start) }
    #expect(queue.hurried == 0 && queue.shown.numbers == [])
    for (count, button) in [5, 6].enumerated() {
      _ = queue.append(button, isPress: true, at: start)
      #expect(queue.hurried == UInt64(count + 1) && queue.shown.numbers == Array(0...count))
    }
    _ = queue.append(5, isPress: true, at: start)
    #expect(queue.hurried == 2, "an edge that changes nothing needs no room")
    for _ in 0..<200 { queue.advance(to: start) }
    #expect(queue.shown == .first(128))
    for button in 0..<128 {
      queue.advance(to: start + .milliseconds(4))
      #expect(queue.shown.numbers == Array(button + 1..<128))
    }
    #expect(queue.deadline == start + .milliseconds(8))
    for shown in [[5], [5, 6], [5, 6]] {
      queue.advance(to: start + .milliseconds(8))
      #expect(queue.shown.numbers == shown && queue.final.numbers == [5, 6])
    }
    #expect(queue.deadline == .distantFuture)
    #expect(queue.hurried == 2)
  }

  @Test func `A stick's buttons that are let go forget what waits, and keep their times`() {
    var queue = StickQueue()
    queue.append(leadingTo: set([4, 1, 3]), at: start)
    #expect(queue.final.numbers == [1, 3, 4])
    for shown in [[1], [1, 3]] {
      queue.advance(to: start)
      #expect(queue.shown.numbers == shown, "the lowest is first")
    }
    let later = start + .milliseconds(1)
    queue.release(at: later)
    #expect(queue.shown.numbers == [] && queue.final.numbers == [])
    #expect(queue.deadline == .distantFuture)
    queue.append(leadingTo: set([4]), at: later)
    queue.advance(to: later)
    #expect(queue.shown.numbers == [4], "it had not been shown")
    queue.append(leadingTo: set([3, 4]), at: later)
    #expect(queue.deadline == start + .milliseconds(5))
    queue.advance(to: start + .milliseconds(5))
    #expect(queue.shown.numbers == [3, 4])
    queue.append(leadingTo: set([3, 4]), at: later)
    #expect(queue.deadline == .distantFuture)
    queue.append(leadingTo: set([1, 4]), at: later)
    for shown in [[1, 3, 4], [1, 4], [1, 4]] {
      queue.advance(to: start + .milliseconds(9))
      #expect(queue.shown.numbers == shown)
    }
  }

  @Test func `A pad's full queue shows its first edge at once, counts it, and keeps the order`() {
    var queue = PressQueue(dwell: .milliseconds(20))
    #expect(queue.deadline == .distantFuture)
    let all = Button.allCases
    for number in 0..<64 { _ = queue.append(Edge(all[number % 32], isPress: number < 32), at: start) }
    #expect(queue.hurried == 0 && queue.shown == [])
    for (count, button) in [Button.x, .y].enumerated() {
      _ = queue.append(Edge(button, isPress: true), at: start)
      #expect(queue.hurried == UInt64(count + 1) && queue.shown.labels == all[0...count].map(\.label))
    }
    for _ in 0..<40 { queue.advance(to: start) }
    #expect(queue.shown.rawValue == .max)
    for number in 0..<32 {
      queue.advance(to: start + .milliseconds(20))
      #expect(queue.shown.labels == all[(number + 1)...].map(\.label))
    }
    #expect(queue.deadline == start + .milliseconds(40))
    for shown in [Buttons(.x), [Buttons(.x), Buttons(.y)]] as [Buttons] {
      queue.advance(to: start + .milliseconds(40))
      #expect(queue.shown == shown && queue.final == [Buttons(.x), Buttons(.y)])
    }
    #expect(queue.hurried == 2)
  }

  @Test func `A pad's buttons that are let go forget what waits, and keep their times`() {
    var queue = PressQueue(dwell: .milliseconds(20))
    queue.append(leadingTo: [Buttons(.touchpad), Buttons(.b), Buttons(.a)], at: start)
    for shown in [Buttons(.a), [Buttons(.a), Buttons(.b)]] as [Buttons] {
      queue.advance(to: start)
      #expect(queue.shown == shown, "the lowest is first")
    }
    let later = start + .milliseconds(1)
    queue.release(at: later)
    #expect(queue.shown == [] && queue.final == [])
    #expect(queue.deadline == .distantFuture)
    queue.append(leadingTo: [Buttons(.touchpad)], at: later)
    queue.advance(to: later)
    #expect(queue.shown == Buttons(.touchpad), "it had not been shown")
    queue.append(leadingTo: [Buttons(.touchpad), Buttons(.b)], at: later)
    #expect(queue.deadline == start + .milliseconds(21))
    queue.advance(to: start + Interval(nanoseconds: 20_999_999))
    #expect(queue.shown == Buttons(.touchpad))
    queue.advance(to: start + .milliseconds(21))
    #expect(queue.shown == [Buttons(.touchpad), Buttons(.b)])
    queue.append(leadingTo: [Buttons(.touchpad), Buttons(.b)], at: later)
    #expect(queue.deadline == .distantFuture)
  }
}
