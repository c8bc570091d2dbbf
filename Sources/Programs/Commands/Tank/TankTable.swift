import Model

/// The constants of the tanks that can be tuned; `web/tank/drive.js` has the same values for the page.
///
/// Lengths are in units of the field, x to the right and y down; headings are in radians, clockwise from up.
enum TankTable {
  /// The width of the field, units.
  static let width = 1_280.0
  /// The height of the field, units.
  static let height = 720.0
  /// The least distance between a tank's centre and a wall, units.
  static let margin = 36.0
  /// The duration of a step, fixed so that the frame rate of the drawing has no influence.
  static let step = Interval(nanoseconds: 1_000_000_000 / 120)
  /// The effective distance between the tracks when turning, units.
  static let gauge = 90.0
  /// The speed of a track whose lever is at its end, units per second.
  static let topSpeed = 160.0
  /// The fastest turn of a tank with a single lever, rad/s.
  static let turnRate = 3.0
  /// The rate at which the turret turns, rad/s.
  static let turretRate = 2.4
  /// The number of steps between two shots: 0.4 s.
  static let reload = 48
  /// The speed of a shell, units per second.
  static let shellSpeed = 640.0
  /// The distance from a tank's centre at which shells start, units.
  static let muzzle = 46.0
}

/// The meaning of a tank's levers (docs/web.md, "The tanks").
enum TankScheme: String, CaseIterable {
  /// The left stick points in the direction to drive.
  case single
  /// The left stick is the throttle, and the right stick turns.
  case mix
  /// Each stick drives a track.
  case tracks

  /// The scheme after this one; the first scheme follows the last.
  var next: TankScheme {
    let all = TankScheme.allCases
    return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? self
  }
}
