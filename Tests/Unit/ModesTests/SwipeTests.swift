import Model
import Modes
import Testing

@Suite struct SwipeTests {
  private var recogniser = SwipeRecogniser()

  /// Applies the touch of a finger at `milliseconds` after the start; returns the swipe that it completes, or nil.
  private mutating func apply(
    _ phase: Touch.Phase, _ x: UInt16, _ y: UInt16, after milliseconds: Int64, finger: UInt8 = 0
  ) -> Swipe? {
    recogniser.apply(
      Touch(id: finger, phase: phase, x: x, y: y),
      at: Instant(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000))
  }

  @Test(arguments: [
    (UInt16(50_000), UInt16(31_000), Swipe.Direction.right), (10_000, 31_000, .left),
    (31_000, 10_000, .up), (31_000, 50_000, .down),
  ])
  mutating func `A finger that is swept quickly swipes where it went`(
    _ x: UInt16, _ y: UInt16, _ direction: Swipe.Direction
  ) {
    #expect(apply(.began, 30_000, 30_000, after: 0) == nil)
    #expect(apply(.moved, x / 2 + 15_000, y / 2 + 15_000, after: 50) == nil)
    let swipe = apply(.ended, x, y, after: 100)
    #expect(swipe?.direction == direction)
    #expect(swipe.map { $0.distance == 20_000 } == true)
    #expect(swipe.map { abs($0.speed - 20_000 / 65_535.0 / 0.1) < 1e-9 } == true)
  }

  @Test(arguments: [
    (UInt16(39_000), UInt16(30_000), Int64(100), "is a tap that slipped"),
    (60_000, 30_000, 501, "takes too long"), (50_000, 41_000, 100, "goes nowhere in particular"),
    (60_000, 30_000, 0, "takes no time at all"),
  ])
  mutating func `There is no swipe when it`(_ x: UInt16, _ y: UInt16, _ time: Int64, _ reason: String) {
    _ = apply(.began, 30_000, 30_000, after: 0)
    #expect(apply(.ended, x, y, after: time) == nil)
  }

  @Test(arguments: [
    (UInt16(39_362), UInt16(30_000), Int64(100), true), (39_361, 30_000, 100, false),
    (50_000, 40_000, 100, true), (50_000, 40_001, 100, false), (50_000, 30_000, 500, true),
    (50_000, 30_000, 501, false), (50_000, 30_000, 1, true),
  ])
  mutating func `A swipe is as short, as wide and as slow as it may be`(
    _ x: UInt16, _ y: UInt16, _ time: Int64, _ isSwipe: Bool
  ) {
    _ = apply(.began, 30_000, 30_000, after: 0)
    let swipe = apply(.ended, x, y, after: time)
    #expect((swipe != nil) == isSwipe)
  }

  @Test mutating func `A finger that the system takes away, or that was never down, makes no swipe`() {
    _ = apply(.began, 0, 0, after: 0)
    #expect(apply(.cancelled, 60_000, 0, after: 50) == nil)
    #expect(apply(.ended, 60_000, 0, after: 60) == nil)
  }

  @Test mutating func `A finger whose beginning was lost begins where it is seen first`() {
    _ = apply(.moved, 40_000, 0, after: 0)
    #expect(apply(.ended, 60_000, 0, after: 50)?.distance == 20_000)
  }

  @Test mutating func `Two fingers make a swipe each`() {
    _ = apply(.began, 0, 0, after: 0, finger: 1)
    _ = apply(.began, 60_000, 0, after: 10, finger: 2)
    #expect(apply(.ended, 30_000, 0, after: 100, finger: 1)?.direction == .right)
    let second = apply(.ended, 30_000, 0, after: 110, finger: 2)
    #expect(second?.direction == .left)
    #expect(second?.finger == 2)
  }

  @Test mutating func `Of too many fingers the one that has been down for longest is given up`() {
    for finger in 0..<11 { _ = apply(.began, 0, 0, after: Int64(finger), finger: UInt8(finger)) }
    #expect(apply(.ended, 60_000, 0, after: 100, finger: 0) == nil)
    #expect(apply(.ended, 60_000, 0, after: 100, finger: 1) != nil)
    #expect(apply(.ended, 60_000, 0, after: 100, finger: 10) != nil)
  }
}
