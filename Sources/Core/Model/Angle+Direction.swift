extension Angle {
  /// Creates the angle from the x axis to the point (`x`, `y`), positive towards the y axis; 0 at the origin.
  ///
  /// The error is less than 2 · 10⁻⁸ rad.
  public init(y: Double, x: Double) {
    let (large, small) = (max(x.magnitude, y.magnitude), min(x.magnitude, y.magnitude))
    var angle = large > 0 ? Angle.arcTangent(small / large) : 0
    if y.magnitude > x.magnitude { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    self.init(radians: y < 0 ? -angle : angle)
  }

  /// Returns the arc tangent of `slope`, 0 to 1, by halving the angle twice before the series.
  private static func arcTangent(_ slope: Double) -> Double {
    func halved(_ slope: Double) -> Double { slope / (1 + (1 + slope * slope).squareRoot()) }
    let part = halved(halved(slope))
    let square = part * part
    // 1 − s/3 + s²/5 − …
    let series = stride(from: 11.0, to: 0, by: -2).reduce(0) { 1 / $1 - square * $0 }
    return 4 * part * series
  }
}
