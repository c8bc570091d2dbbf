import Glibc
import Model
public import Motion

/// The quality of a filter on the model hand.
public struct Quality: Hashable, Sendable {
  /// The delay, in ms, at which the output correlates best with the truth.
  public var lag = 0.0
  /// The root mean square of output − truth while the hand rests, in mrad.
  public var jitter = 0.0
  /// The median over all presses of the greatest distance from the truth in the 150 ms after a press, in mrad.
  public var press = 0.0
  /// The value of ``press`` when the press-hold is used.
  public var heldPress = 0.0
  /// The root mean square of output − truth over moves and rests, in mrad.
  public var tracking = 0.0
  /// The root mean square of output − truth for hands that follow a slow target, in mrad.
  public var pursuit = 0.0

  /// All values by name, in the order of the columns; a smaller value is better.
  public static let columns: [(name: String, path: any WritableKeyPath<Quality, Double> & Sendable)] = [
    ("lag ms", \.lag), ("jitter mrad", \.jitter), ("press mrad", \.press),
    ("press with hold mrad", \.heldPress), ("tracking mrad", \.tracking), ("slow pursuit mrad", \.pursuit),
  ]

  /// Creates a quality in which all values are zero.
  public init() {}

  /// The hands to measure on, at one rate and noise level.
  public struct Hands: Sendable {
    /// The hands that move, rest and press.
    public let steering: [Hand]
    /// The hands that follow a slow target.
    public let pursuing: [Hand]

    /// Creates one hand of each style for every seed.
    public init(seeds: ClosedRange<UInt64>, rate: Double, noise: Double, seconds: Double = 120) {
      steering = seeds.map { Hand(seed: $0, rate: rate, noise: noise, seconds: seconds) }
      pursuing = seeds.map { Hand(.pursuing, seed: $0, rate: rate, noise: noise, seconds: seconds / 4) }
    }
  }

  /// Measures `filter` on `hands`: medians over all presses, means of all other values.
  public init(of filter: TiltFilter, on hands: Hands) {
    measureSteering(of: filter, on: hands.steering)
    for hand in hands.pursuing {
      let outputs = hand.outputs(of: filter, withPresses: false, pressHold: nil)
      pursuit += hand.meanSquare(of: outputs, resting: false) / Double(hands.pursuing.count)
    }
    pursuit = sqrt(pursuit) * 1e3
  }

  private mutating func measureSteering(of filter: TiltFilter, on hands: [Hand]) {
    var presses: [Double] = []
    var heldPresses: [Double] = []
    for hand in hands {
      let calm = hand.outputs(of: filter, withPresses: false, pressHold: nil)
      lag += hand.lag(of: calm) * 1e3 / Double(hands.count)
      jitter += hand.meanSquare(of: calm, resting: true) / Double(hands.count)
      tracking += hand.meanSquare(of: calm, resting: false) / Double(hands.count)
      presses += hand.peaks(of: hand.outputs(of: filter, withPresses: true, pressHold: nil))
      heldPresses += hand.peaks(of: hand.outputs(of: filter, withPresses: true, pressHold: .default))
    }
    jitter = sqrt(jitter) * 1e3
    tracking = sqrt(tracking) * 1e3
    press = Quality.median(presses) * 1e3
    heldPress = Quality.median(heldPresses) * 1e3
  }

  /// Returns the mean of two qualities, value by value.
  public static func mean(_ left: Quality, _ right: Quality) -> Quality {
    var mean = Quality()
    for (_, path) in columns { mean[keyPath: path] = (left[keyPath: path] + right[keyPath: path]) / 2 }
    return mean
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.sorted()[values.count / 2]
  }
}

extension Hand {
  /// Returns the output of `filter` for each sample, in radians.
  public func outputs(of filter: TiltFilter, withPresses: Bool, pressHold: PressHold?) -> [Double] {
    var smoother = Smoother(filter: filter, pressHold: pressHold)
    var edges = (withPresses ? presses : [])[...]
    return samples(withPresses: withPresses).map { sample in
      while let edge = edges.first, Int64(edge * 1e6) < sample.microseconds {
        smoother.pressed(at: Int64(edge * 1e6))
        edges.removeFirst()
      }
      smoother.add(sample)
      return smoother.output?.roll.radians ?? .nan
    }
  }

  /// Returns the mean of (output − truth)² over the samples at rest if `resting` is true, otherwise over all
  /// samples.
  func meanSquare(of outputs: [Double], resting: Bool) -> Double {
    var sum = 0.0
    var count = 0.0
    for (sample, output) in zip(measured, outputs) where !resting || isResting(at: sample.time) {
      let error = output - truth(at: sample.time)
      sum += error * error
      count += 1
    }
    return sum / count
  }

  /// Returns the greatest distance from the truth after each press, in radians.
  func peaks(of outputs: [Double]) -> [Double] {
    var index = 0
    return presses.map { press in
      while index < measured.count, measured[index].time <= press { index += 1 }
      var peak = 0.0
      while index < measured.count, measured[index].time <= press + Assumption.joltSpan {
        peak = max(peak, abs(outputs[index] - truth(at: measured[index].time)))
        index += 1
      }
      return peak
    }
  }

  /// Returns the shift in seconds, about 0 to 150 ms, at which output and truth correlate best.
  func lag(of outputs: [Double]) -> Double {
    var best = 0.0
    var candidates = stride(from: 0, through: 0.150, by: 0.016).map { $0 }
    var step = 0.016
    while step > 0.0002 {
      let ranked = candidates.map { ($0, correlation(of: outputs, shiftedBy: $0)) }
      best = ranked.max { $0.1 < $1.1 }?.0 ?? best
      step /= 2
      candidates = [best - step, best, best + step]
    }
    return best
  }

  /// Returns the correlation of the outputs with the truth `shift` seconds earlier.
  private func correlation(of outputs: [Double], shiftedBy shift: Double) -> Double {
    var products = 0.0
    var squares = 0.0
    for (sample, output) in zip(measured, outputs) {
      let truth = truth(at: sample.time - shift)
      products += truth * output
      squares += truth * truth
    }
    return products / sqrt(squares)
  }
}
