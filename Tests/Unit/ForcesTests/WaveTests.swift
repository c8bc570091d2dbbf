import Foundation
import Testing

@testable import Forces

@Suite struct WaveTests {
  @Test func `The sine is that of the C library to 3·10⁻⁷, in every turn`() {
    var worst = 0.0
    for number in -40_000...40_000 {
      let turns = Double(number) / 9_973
      worst = max(worst, (Sine.ofTurn(turns) - sin(2 * .pi * turns)).magnitude)
    }
    #expect(worst < 3e-7)
    #expect([0, 0.5, 1].map(Sine.ofTurn) == [0, 0, 0])
    #expect((Sine.ofTurn(0.25) - 1).magnitude < 1e-15 && (Sine.ofTurn(0.75) + 1).magnitude < 1e-15)
  }

  @Test(arguments: [
    (Wave.square, [1, 1, -1, -1]), (.triangle, [1, 0, -1, 0]), (.sine, [0, 1, 0, -1]),
    (.sawUp, [-1, -0.5, 0, 0.5]), (.sawDown, [1, 0.5, 0, -0.5]),
  ])
  func `A wave has its height in each quarter of a turn`(wave: Wave, heights: [Double]) {
    for (height, phase) in zip(heights, [0, 0.25, 0.5, 0.75]) {
      #expect((wave.height(at: phase) - height).magnitude < 1e-15, "\(phase)")
    }
  }

  @Test(arguments: [(UInt16(0x4000), -1.0), (0xc000, 1), (0, 0), (0x8000, 0)])
  func `A force from the left turns the wheel to the left, and one from ahead or behind not at all`(
    direction: UInt16, side: Double
  ) {
    let effect = ForceEffect(.constant(level: 1), direction: direction)
    #expect((effect.side - side).magnitude < 1e-15)
  }
}
