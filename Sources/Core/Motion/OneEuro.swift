import Model

/// One step of the 1€ filter on three angles (docs/filters.md; the derivative is taken from the last filtered value).
struct OneEuro {
  /// The filter's state after a sample, in differences only, so that whole turns do not matter.
  struct Memory: Sendable {
    /// The filtered value minus the sample, in raw units.
    var lead = SIMD3<Double>.zero
    /// The filtered speed, in raw units per second.
    var speed = SIMD3<Double>.zero
  }

  private let minimumCutoff: Double
  private let beta: Double
  private let derivativeCutoff: Double

  /// Creates a filter with the parameters of ``TiltFilter/oneEuro(minimumCutoff:beta:derivativeCutoff:)``.
  init(minimumCutoff: Double, beta: Double, derivativeCutoff: Double) {
    self.minimumCutoff = minimumCutoff
    self.beta = beta / Angle.unitsPerRadian
    self.derivativeCutoff = derivativeCutoff
  }

  /// Returns the memory after a sample that is `turn` raw units from the last one, `seconds` later.
  ///
  /// The paper's smoothing factor α = 1 / (1 + τ/Te) is computed as r / (1 + r), where
  /// r = 2π · cut-off · seconds.
  func memory(after last: Memory, turn: SIMD3<Int64>, seconds: Double) -> Memory {
    let turn = SIMD3(Double(turn.x), Double(turn.y), Double(turn.z))
    let ahead = turn - last.lead
    let ratio = 2 * Double.pi * seconds
    let derivativeRatio = ratio * derivativeCutoff
    let gain = derivativeRatio / (1 + derivativeRatio)
    let speed = last.speed + (ahead / seconds - last.speed) * gain
    let magnitude = SIMD3(speed.x.magnitude, speed.y.magnitude, speed.z.magnitude)
    let keep = SIMD3(repeating: 1 + ratio * minimumCutoff) + magnitude * (ratio * beta)
    return Memory(lead: -ahead / keep, speed: speed)
  }
}
