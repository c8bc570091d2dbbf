import Testing

@testable import Forces

@Suite struct TextureTests {
  /// Returns the share of a step's change that a low pass of this frequency lets through.
  private static func share(ofHertz frequency: Double) -> Double {
    let turn = 2 * .pi * frequency * SteeringColumn.step
    return turn / (1 + turn)
  }

  @Test func `A motor is still below a strength of 1/128, and shakes above`() {
    let limit = 1 / 128 / ((1 - Self.share(ofHertz: 4)) * (1 - Self.share(ofHertz: 30)))
    let (less, least) = (limit * (1 - 1e-9), limit * (1 + 1e-9))
    var texture = Texture()
    texture.feel(less)
    #expect(texture.isStill && texture.strengths == (0, 0))
    texture = Texture()
    texture.feel(least)
    #expect(!texture.isStill && texture.strengths == (0, 2 * 257))
    texture.settle(at: least)
    #expect(texture.isStill && texture.strengths == (0, 0))
  }
}
