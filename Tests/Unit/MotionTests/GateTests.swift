import Impairment
import Model
import Motion
import Testing

@Suite struct GateTests {
  @Test(arguments: [50, 60, 100, 250])
  func `Fast movement passes the gate with the lag of the short window`(rate: Int) {
    var smoother = Smoother(filter: .defaultGatedAverage, pressHold: nil)
    for number in 0..<500 {
      let seconds = Double(number * 1_000_000 / rate) / 1e6
      smoother.add(TiltSample(at: Int64(number * 1_000_000 / rate), radians: seconds))
      if seconds > 0.25 {
        let lag = (Angle(radians: seconds) - (smoother.output?.roll ?? .zero)).radians
        #expect(abs(lag - 0.010) < 1e-6)
      }
    }
  }

  @Test func `Slow movement has the lag of the long window`() {
    var smoother = Smoother(filter: .defaultGatedAverage, pressHold: nil)
    for number in 0..<500 {
      let seconds = Double(number) * 0.01
      smoother.add(TiltSample(at: Int64(number) * 10_000, radians: 0.05 * seconds))
      if seconds > 0.25 {
        let lag = 0.05 * seconds - (smoother.output?.roll.radians ?? 0)
        #expect(abs(lag - 0.05 * 0.100) < 1e-6)
      }
    }
  }

  @Test func `A trembling hand at rest is smoothed like a long average`() {
    var random = Random(seed: 3)
    var gated = Smoother(filter: .defaultGatedAverage, pressHold: nil)
    var long = Smoother(filter: .timeAverage(window: .milliseconds(200)), pressHold: nil)
    for number: Int64 in 0..<1_000 {
      let sample = TiltSample(at: number * 10_000, radians: .random(in: -0.003...0.003, using: &random))
      gated.add(sample)
      long.add(sample)
      #expect(gated.output == long.output)
    }
  }
}
