import Foundation
import Model
import Motion
import Testing

@Suite struct OneEuroTests {
  @Test func `The 1€ filter gives the numbers of its authors' own package, across ±π too`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Vectors/one-euro.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var smoothers = try #require(lines.first).split(separator: ",").dropFirst(2).map { name in
      let numbers = name.split(separator: "/").compactMap { Double($0) }
      return Smoother(
        filter: .oneEuro(minimumCutoff: numbers[0], beta: numbers[1], derivativeCutoff: numbers[2]),
        pressHold: nil)
    }
    #expect(lines.count == 401)
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",")
      let sample = TiltSample(
        at: try #require(Int64(fields[0])), radians: try #require(Double(fields[1])))
      for index in smoothers.indices {
        smoothers[index].add(sample)
        let expected = Angle(radians: try #require(Double(fields[2 + index])))
        let roll = try #require(smoothers[index].output?.roll)
        #expect(abs((roll - expected).radians) < 5e-9, "line \(line)")
      }
    }
  }

  @Test func `A controller that spins for ever keeps a constant lag`() {
    var smoother = Smoother(filter: .default, pressHold: nil)
    var lags: Set<Int32> = []
    for number in 0..<100_000 {
      let sample = TiltSample(at: Int64(number) * 10_000, roll: number &* 300_000_001)
      smoother.add(sample)
      if number > 1_000 { lags.insert((sample.tilt.roll - Angle(raw: Int32(smoother.roll))).raw) }
    }
    #expect(lags.count == 1)
  }

  @Test(
    arguments: [
      .movingAverage(count: 0), .movingAverage(count: 65), .timeAverage(window: .zero),
      .timeAverage(window: .milliseconds(251)), .oneEuro(minimumCutoff: 0, beta: 1, derivativeCutoff: 1),
      .oneEuro(minimumCutoff: 1, beta: -1, derivativeCutoff: 1),
      .oneEuro(minimumCutoff: .nan, beta: 1, derivativeCutoff: 1),
      .oneEuro(minimumCutoff: 1, beta: .nan, derivativeCutoff: 1),
      .oneEuro(minimumCutoff: 1, beta: .infinity, derivativeCutoff: 1),
      .oneEuro(minimumCutoff: 1, beta: 1, derivativeCutoff: 1_001),
      .gatedAverage(.init(longWindow: .milliseconds(10))), .gatedAverage(.init(openSpeed: 0.1)),
    ] as [TiltFilter])
  func `Numbers out of range make a filter invalid`(filter: TiltFilter) {
    #expect(!filter.isValid)
  }

  @Test(
    arguments: someFilters + [
      .oneEuro(minimumCutoff: 1_000, beta: 1_000, derivativeCutoff: 1_000),
      .gatedAverage(.init(longWindow: .milliseconds(20))),
    ])
  func `The filters of these tests are valid, and those at their limits`(filter: TiltFilter) {
    #expect(filter.isValid)
  }
}
