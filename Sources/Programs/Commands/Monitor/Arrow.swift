import Glibc
import Model

/// An arrow that points up at roll 0, and turns with the controller.
struct Arrow {
  /// The width in characters, which makes the arrow almost a square of dots.
  static let columns = 9
  /// The height in characters; see ``columns``.
  static let rows = 5

  private let sine: Double
  private let cosine: Double

  /// The tip of the head along the axis, in dots from the centre.
  private static let tip = 8.8
  /// The end of the shaft along the axis, in dots from the centre.
  private static let tail = -8.0
  /// The place along the axis where the head meets the shaft, in dots from the centre.
  private static let neck = 0.8
  /// Half the width of the shaft, in dots.
  private static let shaftHalfWidth = 1.7
  /// Half the greatest width of the head, in dots.
  private static let headHalfWidth = 5.6

  /// Creates the arrow of a controller turned by `roll`.
  init(_ roll: Angle) {
    sine = sin(roll.radians)
    cosine = cos(roll.radians)
  }

  /// The arrow, filled.
  var lines: [String] {
    DotGrid(columns: Arrow.columns, rows: Arrow.rows, isSet: covers).lines
  }

  /// The arrow's outline.
  var outline: [String] {
    DotGrid(columns: Arrow.columns, rows: Arrow.rows) { x, y in
      covers(x, y)
        && !(covers(x - 1, y) && covers(x + 1, y) && covers(x, y - 1) && covers(x, y + 1))
    }.lines
  }

  /// Returns whether the point (`x`, `y`), in dots from the centre, belongs to the arrow.
  private func covers(_ x: Double, _ y: Double) -> Bool {
    let along = x * sine - y * cosine
    let across = (x * cosine + y * sine).magnitude
    guard along >= Arrow.neck else { return along >= Arrow.tail && across <= Arrow.shaftHalfWidth }
    return across <= (Arrow.tip - along) / (Arrow.tip - Arrow.neck) * Arrow.headHalfWidth
  }

  /// Returns the character that points in the arrow's direction, rounded to an eighth of a turn.
  static func character(_ roll: Angle) -> Character {
    let eighth = Int((roll.radians / (.pi / 4)).rounded())
    return ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][(eighth + 8) % 8]
  }
}
