import Impairment
import Model
import Motion
import Testing

/// A turbo of 10 presses a second for a minute, next to presses of another button, over a network that loses
/// 3 %.
@Suite struct TurboTests {
  /// The times of the presses and releases of both buttons, in ms.
  private static func edges(_ random: inout Random) -> [(at: Int, edge: Edge)] {
    var edges = (0..<1_200).map { (at: $0 * 50, edge: Edge(.rightShoulder, isPress: $0.isMultiple(of: 2))) }
    var next = 100
    while next < 59_000 {
      edges.append((at: next, edge: Edge(.a, isPress: true)))
      edges.append((at: next + 60, edge: Edge(.a, isPress: false)))
      next += Int.random(in: 200...900, using: &random)
    }
    return edges.sorted { $0.at < $1.at }
  }

  /// The path of the packets.
  ///
  /// Each packet and each acknowledgement is lost with a probability of 3 %, and otherwise takes 5 ms.
  private struct Way {
    var underWay: [(at: Int, first: Int, log: EdgeLog)] = []
    var acknowledged = 0
    private var acknowledgements: [(at: Int, count: Int)] = []

    mutating func send(_ edges: ArraySlice<(at: Int, edge: Edge)>, at now: Int, _ random: inout Random) {
      var log = EdgeLog(first: UInt16(truncatingIfNeeded: acknowledged))
      for edge in edges.prefix(EdgeLog.capacity) { log.append(edge.edge) }
      if Int.random(in: 0..<100, using: &random) >= 3 { underWay.append((now + 5, acknowledged, log)) }
    }

    mutating func acknowledge(_ count: Int, at now: Int, _ random: inout Random) {
      if Int.random(in: 0..<100, using: &random) >= 3 { acknowledgements.append((now + 5, count)) }
    }

    mutating func advance(to now: Int) -> [(first: Int, log: EdgeLog)] {
      for (at, count) in acknowledgements where at <= now { acknowledged = max(acknowledged, count) }
      acknowledgements.removeAll { $0.at <= now }
      defer { underWay.removeAll { $0.at <= now } }
      return underWay.filter { $0.at <= now }.map { ($0.first, $0.log) }
    }
  }

  @Test(arguments: [UInt64](1...20))
  func `All presses of a turbo are shown, and no press of another button waits for them`(_ seed: UInt64) {
    var random = Random(seed: seed)
    let edges = TurboTests.edges(&random)
    let start = Instant(nanoseconds: 5_000_000_000_000)
    var input = ControllerInput(settings: ControllerInput.Settings(), at: start - .seconds(10))
    var way = Way()
    var (made, arrived, sequence) = (0, 0, UInt32(0))
    var (waiting, worst, turns, presses) = ([Int](), 0, 0, 0)
    var shown: Buttons = []
    for now in 0..<61_000 {
      let former = made
      while made < edges.count, edges[made].at <= now { made += 1 }
      if made > former || now.isMultiple(of: 16) {
        way.send(edges[way.acknowledged..<made], at: now, &random)
      }
      let time = start + .milliseconds(Int64(now))
      for (first, log) in way.advance(to: now) {
        sequence += 1
        var state = ControllerState(sampleTime: sequence * 1_000, nextEdge: log.next)
        let end = first + log.count
        for edge in edges[..<end] { state.buttons[edge.edge.button] = edge.edge.isPress }
        _ = input.accept(state, history: History(), edges: log, arrival: .newest(gap: 0), at: time)
        for index in arrived..<max(arrived, end) where edges[index].edge == Edge(.a, isPress: true) {
          waiting.append(now)
        }
        arrived = max(arrived, end)
        way.acknowledge(arrived, at: now, &random)
      }
      while let report = input.nextReport(at: time) {
        let pressed = report.buttons.subtracting(shown)
        shown = report.buttons
        if pressed.contains(Buttons(.rightShoulder)) { turns += 1 }
        guard pressed.contains(Buttons(.a)), !waiting.isEmpty else { continue }
        worst = max(worst, now - waiting.removeFirst())
        presses += 1
      }
    }
    #expect(turns == 600 && presses == edges.count { $0.edge == Edge(.a, isPress: true) } && waiting.isEmpty)
    #expect(worst <= 20, "the latest press was shown \(worst) ms after it had arrived")
  }
}
