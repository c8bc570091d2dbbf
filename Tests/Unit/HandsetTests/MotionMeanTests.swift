import Handset
import Model
import Testing

@Suite struct MotionMeanTests {
  private func sample(_ rotation: Int16) -> MotionSample {
    MotionSample(acceleration: MotionVector(z: 4_096), rotation: MotionVector(y: rotation))
  }

  @Test func `A packet has the mean of what was measured since the one before`() {
    var mean = MotionMean()
    #expect(mean.drain() == nil)
    for rotation in [100, 200, 330] { mean.add(sample(Int16(rotation))) }
    #expect(mean.drain() == sample(210))
    mean.add(sample(-50))
    #expect(mean.drain() == sample(-50))
  }

  @Test func `Sensors that fall silent keep their latest value, not the mean`() {
    var mean = MotionMean()
    mean.add(sample(300))
    mean.add(sample(0))
    #expect(mean.drain() == sample(150))
    #expect(mean.drain() == sample(0))
  }

  @Test func `Sums of extreme values do not overflow`() {
    var mean = MotionMean()
    for _ in 0..<10_000 { mean.add(sample(.min)) }
    #expect(mean.drain() == sample(.min))
  }
}
