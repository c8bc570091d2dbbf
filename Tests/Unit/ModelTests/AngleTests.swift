import Model
import Testing

@Suite struct AngleTests {
  @Test func `The shortest turn crosses ±π without a jump`() {
    let before = Angle(radians: .pi - 0.01)
    let after = Angle(radians: -.pi + 0.01)
    #expect(abs((after - before).radians - 0.02) < 1e-8)
    #expect(abs((before - after).radians + 0.02) < 1e-8)
  }

  @Test func `Sixteen-bit angles survive the way to the wire and back`() {
    for raw in Int16.min...Int16.max {
      #expect(Angle(bam16: raw).bam16 == raw)
    }
  }

  @Test func `The nearest sixteen-bit angle of almost π is −π`() {
    #expect(Angle(raw: .max).bam16 == .min)
  }

  @Test(arguments: [0.0, 0.1, -0.1, 1.5, -3.1, 3.1])
  func `Radians survive to a few nanoradians`(radians: Double) {
    #expect(abs(Angle(radians: radians).radians - radians) < 2e-9)
  }
}
