import Model
import Testing

@testable import Motion

/// The gate between a controller's buttons and its pad, and the clock of the controller's samples.
@Suite struct ButtonGateTests {
  private let opened = Instant(nanoseconds: 1_000_000_000)
  private let a = Buttons(.a)
  private let b = Buttons(.b)
  private let guide = Buttons(.guide)

  @Test(arguments: [(99, nil), (100, nil), (101, true)] as [(UInt16, Bool?)])
  func `A press counts from the moment at which the gate opens`(age: UInt16, isWithheld: Bool?) {
    var gate = ButtonGate()
    gate.shut(holding: [])
    gate.open(at: opened)
    let now = opened + .milliseconds(10)
    #expect(gate.withhold(Edge(.a, isPress: true, age: age), at: now) == isWithheld)
    #expect(gate.withheld == (isWithheld == nil ? [] : a))
    #expect(gate.withhold(Edge(.a, isPress: false, age: age), at: now) == isWithheld)
    #expect(gate.withheld == [])
    #expect(gate.withhold(Edge(.a, isPress: true), at: now) == nil)
  }

  @Test func `A shut gate withholds each edge, and tells those that change nothing from others`() {
    var gate = ButtonGate()
    #expect(!gate.isShut && gate.withheld == [])
    gate.shut(holding: b)
    #expect(gate.isShut && gate.withheld == b)
    for (isPress, isChange, withheld) in [(true, true, [a, b]), (true, false, [a, b]), (false, true, b)]
      as [(Bool, Bool, Buttons)]
    {
      #expect(gate.withhold(Edge(.a, isPress: isPress), at: opened) == isChange)
      #expect(gate.withheld == withheld)
    }
    #expect(gate.withhold(Edge(.a, isPress: false), at: opened) == false)
    gate.shut(holding: a)
    #expect(gate.withheld == [a, b])
    gate.open(at: opened)
    #expect(!gate.isShut && gate.withheld == [a, b])
    #expect(gate.withhold(Edge(.b, isPress: true), at: opened) == nil, "a press without its release")
    #expect(gate.withheld == a)
    #expect(gate.consumeReservedPress() == false)
  }

  @Test func `Levels pass the gate once they were up while it was open`() {
    var gate = ButtonGate(reserved: guide)
    #expect(gate.rest(of: [a, guide]) == a)
    #expect(gate.withheld == guide)
    for isPress in [true, false] { #expect(gate.consumeReservedPress() == isPress) }
    #expect(gate.rest(of: [a, guide]) == a)
    #expect(gate.consumeReservedPress() == false)
    gate.shut(holding: [])
    #expect(gate.rest(of: a) == [])
    #expect(gate.withheld == a)
    gate.open(at: opened)
    #expect(gate.rest(of: [a, b]) == b)
    #expect(gate.withheld == a)
    #expect(gate.rest(of: b) == b)
    #expect(gate.withheld == [])
    #expect(gate.rest(of: [a, b]) == [a, b])
    #expect(gate.consumeReservedPress() == false)
  }

  @Test func `A reserved button never passes, and each new press of it that is not stale is noted`() {
    var gate = ButtonGate(reserved: guide)
    let edges: [(isPress: Bool, isStale: Bool, isChange: Bool, isNoted: Bool)] = [
      (true, false, true, true), (true, false, false, false), (false, false, true, false),
      (true, true, true, false), (true, false, false, false), (false, true, true, false),
      (false, false, false, false), (true, false, true, true),
    ]
    for (number, edge) in edges.enumerated() {
      let change = gate.withhold(Edge(.guide, isPress: edge.isPress), isStale: edge.isStale, at: opened)
      #expect(change == edge.isChange, "edge \(number)")
      #expect(gate.consumeReservedPress() == edge.isNoted, "edge \(number)")
    }
    #expect(gate.withhold(Edge(.a, isPress: true), at: opened) == nil)
    #expect(gate.consumeReservedPress() == false)
  }

  @Test func `A sample's time is the one nearest to the newest packet's, and a look changes nothing`() {
    var clock = SampleClock()
    #expect(clock.unwrap(7) == 7 && clock.step == nil)
    clock.advance(to: 0xffff_fff0)
    #expect(clock.step == nil)
    #expect(clock.unwrap(5) == 0x1_0000_0005 && clock.unwrap(0xffff_ffe0) == 0xffff_ffe0)
    clock.advance(to: 0x1_0000_0005)
    #expect(clock.step == 21)
    #expect(clock.unwrap(0xffff_fff0) == 0xffff_fff0 && clock.unwrap(5) == 0x1_0000_0005)
    #expect(clock.unwrap(0x8000_0004) == 0x1_8000_0004 && clock.unwrap(0x8000_0005) == 0x8000_0005)
    clock.advance(to: 0x1_0000_0001)
    #expect(clock.step == -4)
  }
}
