/// The form of a periodic effect (FF_SQUARE to FF_SAW_DOWN).
public enum Wave: Hashable, Sendable {
  /// +1 in the first half of a turn, −1 in the second.
  case square
  /// From +1 down to −1 in the middle of a turn, and up again.
  case triangle
  /// A sine, which begins at 0 and rises.
  case sine
  /// From −1 at the beginning of a turn to +1 at its end.
  case sawUp
  /// From +1 at the beginning of a turn to −1 at its end.
  case sawDown

  /// Returns the height of the wave, −1 to 1, at `phase`, in turns from 0 up to but not including 1.
  func height(at phase: Double) -> Double {
    switch self {
    case .square: phase < 0.5 ? 1 : -1
    case .triangle: 4 * (phase - 0.5).magnitude - 1
    case .sine: Sine.ofTurn(phase)
    case .sawUp: 2 * phase - 1
    case .sawDown: 1 - 2 * phase
    }
  }
}

/// The sine from a table of a quarter wave, which gives the same bits on every machine.
enum Sine {
  private static let parts = 1_024

  /// The sines at 0 to 1,024 steps, where 1,024 steps are a quarter turn, computed from the Taylor series.
  private static let quarter: [Double] = (0...parts).map { part in
    let angle = Double(part) / Double(parts) * (.pi / 2)
    var (term, sum) = (angle, angle)
    for order in stride(from: 2.0, to: 24.0, by: 2) {
      term *= -angle * angle / (order * (order + 1))
      sum += term
    }
    return sum
  }

  /// Returns the sine of an angle in turns; its error is below 3·10⁻⁷.
  static func ofTurn(_ turns: Double) -> Double {
    let phase = turns - turns.rounded(.down)
    let isLower = phase >= 0.5
    let half = isLower ? phase - 0.5 : phase
    let place = (half <= 0.25 ? half : 0.5 - half) * 4 * Double(parts)
    let index = min(Int(place), parts - 1)
    let height = quarter[index] + (quarter[index + 1] - quarter[index]) * (place - Double(index))
    return isLower ? -height : height
  }
}
