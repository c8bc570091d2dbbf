import Bridge
import Impairment
import Model
import Motion
import TestHost
import Testing
import TiltpadClient
import Wire

/// A player on a bad link, whose presses are counted at both ends.
struct BadEvening {
  var evening: HostHarness
  var stream = PacketStream(token: 7)
  var up: ImpairedLink
  var down: ImpairedLink
  var random: Random
  var pressed = 0
  var newestRoll = 0.0

  init(_ faults: ImpairedLink.Faults, seed: UInt64) {
    evening = HostHarness.plain()
    up = ImpairedLink(faults, seed: seed)
    down = ImpairedLink(faults, seed: seed &+ 1)
    random = Random(seed: seed &+ 2)
  }

  /// Plays until the player has made `presses` presses: one every 100 to 350 ms, each held for 40 to 90 ms.
  ///
  /// The tilt is sent at 60 Hz, or once per `period`.
  mutating func play(presses: Int, period: Interval = .microseconds(16_667)) {
    var roll = 0.0
    var nextEdge = evening.now + .milliseconds(100)
    var nextSample = evening.now
    while pressed < presses || stream.levels != [] || stream.unacknowledged > 0 {
      if evening.now >= nextEdge {
        let isPress = stream.levels == []
        if isPress { pressed += 1 }
        stream.note(.a, isPress: isPress, at: evening.now)
        nextSample = evening.now
        nextEdge =
          evening.now
          + .milliseconds(isPress ? 40 + Int64(random.next() % 50) : 60 + Int64(random.next() % 200))
        if pressed == presses && !isPress { nextEdge = .distantFuture }
      }
      if evening.now >= min(nextSample, stream.nextCopy ?? .distantFuture) {
        roll += 0.00001
        let state = ControllerState(sampleTime: 0, tilt: Tilt(roll: Angle(radians: roll)))
        up.submit(stream.packet(for: state, at: evening.now), at: evening.now)
        if evening.now >= nextSample { nextSample = evening.now + period }
      }
      step()
    }
    for _ in 0..<2_000 { step() }
  }

  private mutating func step() {
    while let datagram = up.receive(at: evening.now) { evening.receive(datagram) }
    for sent in evening.sent { down.submit(sent.datagram, at: evening.now) }
    evening.sent.removeAll(keepingCapacity: true)
    while let datagram = down.receive(at: evening.now) { datagram.withBytes { stream.receive($0) } }
    evening.pass(.milliseconds(1))
  }
}

@Suite struct LossTests {
  @Test
  func
    `Of a sender above the limit no press is lost or doubled: each packet repeats what is not acknowledged`()
  {
    var bad = BadEvening(ImpairedLink.Faults(), seed: 1)
    let start = bad.evening.now
    bad.play(presses: 200, period: .milliseconds(1))
    let history = ButtonHistory(of: .a, in: bad.evening.reports)
    #expect(history.presses == 200)
    #expect(bad.evening.reports.last?.report.buttons == [])
    let played = UInt64((bad.evening.now - start).nanoseconds / 1_000_000) - 2_000
    #expect(bad.evening.status().counts.received < played * 3 / 4)
  }

  @Test func `10,000 presses over a very bad link: none lost, none doubled, no axis back in time`() {
    let seed: UInt64 = 1
    var faults = ImpairedLink.Faults()
    faults.loss = 0.2
    faults.burst = .milliseconds(100)
    faults.longestBurst = .milliseconds(700)
    faults.duplication = 0.1
    faults.reordering = 0.3
    faults.delay = .milliseconds(2)
    faults.jitter = .milliseconds(15)
    var bad = BadEvening(faults, seed: seed)
    bad.play(presses: 10_000)
    let history = ButtonHistory(of: .a, in: bad.evening.reports)
    #expect(history.presses == 10_000, "seed \(seed)")
    #expect(history.releases == 10_000, "seed \(seed)")
    #expect(history.shortest >= .milliseconds(20), "seed \(seed)")
    let counts = bad.evening.status().counts
    #expect(counts.skipped == 0 && counts.recovered > 500 && counts.late > 1_000, "seed \(seed): \(counts)")
    #expect(neverMovesBack(bad.evening.reports), "seed \(seed)")
  }

  /// Returns whether the axis falls only when it returns to rest after a long silence; the roll itself never decreases.
  private func neverMovesBack(_ reports: [(at: Instant, slot: PlayerSlot, report: PadReport)]) -> Bool {
    var highest: Int16 = 0
    var last: Int16 = 0
    for axis in reports.map(\.report.leftStick.x) where axis != last {
      let isOnTheWayToRest = axis < last
      let goesOnFromRest = last == 0 && axis >= highest
      guard isOnTheWayToRest || goesOnFromRest || last == highest else { return false }
      highest = max(highest, axis)
      last = axis
    }
    return last == highest || last == 0
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `Any loss pattern with gaps under a second shows every edge exactly once and in order`(seed: UInt64) {
    var random = Random(seed: seed)
    var faults = ImpairedLink.Faults()
    faults.loss = random.unit() * 0.5
    faults.burst = .milliseconds(1 + Int64(random.next() % 200))
    faults.longestBurst = .milliseconds(400)
    faults.duplication = random.unit() * 0.3
    faults.reordering = random.unit() * 0.5
    faults.jitter = .milliseconds(Int64(random.next() % 30))
    var bad = BadEvening(faults, seed: seed)
    bad.play(presses: 60)
    let history = ButtonHistory(of: .a, in: bad.evening.reports)
    #expect(history.presses == 60 && history.releases == 60, "seed \(seed): \(faults)")
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `Any order of arrival gives the same final buttons and the same edges`(seed: UInt64) {
    var random = Random(seed: seed)
    var stream = PacketStream(token: 1)
    var trace: [Datagram<512>] = []
    var time = Instant(nanoseconds: 0)
    for step in 0..<12 {
      time = time + .milliseconds(10)
      if step % 3 == 0 { stream.note(step % 2 == 0 ? .a : .b, isPress: step < 6, at: time) }
      trace.append(stream.packet(for: .init(sampleTime: 0, tilt: .zero), at: time))
    }
    let inOrder = edges(of: trace)
    trace[1...].shuffle(using: &random)
    #expect(edges(of: trace) == inOrder, "seed \(seed)")
  }

  private func edges(of trace: [Datagram<512>]) -> [Buttons] {
    var evening = HostHarness.plain()
    for datagram in trace { evening.receive(datagram) }
    evening.pass(.milliseconds(500))
    var buttons: [Buttons] = []
    for (_, _, report) in evening.reports where report.buttons != buttons.last {
      buttons.append(report.buttons)
    }
    return buttons
  }
}
