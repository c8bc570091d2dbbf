import Model

/// The tanks' tunable constants; `web/tank/drive.js` has the same values for the page.
///
/// Lengths are in field units, x to the right and y down; headings are in radians, clockwise from up.
enum TankTable {
  /// The width of the field, in units.
  static let width = 1_280.0
  /// The height of the field, in units.
  static let height = 720.0
  /// The minimum distance between a tank's centre and a wall, in units.
  static let margin = 36.0
  /// The duration of a step, which is fixed so that the drawing's frame rate has no influence.
  static let step = Interval(nanoseconds: 1_000_000_000 / 120)
  /// The effective distance between the tracks when turning, in units.
  static let gauge = 90.0
  /// The speed of a track with its lever at the end, in units per second.
  static let topSpeed = 160.0
  /// The maximum turn rate of a tank with a single lever, in rad/s.
  static let turnRate = 3.0
  /// The turn rate of the turret, in rad/s.
  static let turretRate = 2.4
  /// The number of steps between two shots: 0.4 s.
  static let reload = 48
  /// The speed of a shell, in units per second.
  static let shellSpeed = 640.0
  /// The distance from a tank's centre at which shells appear, in units.
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

  /// The next scheme; the first scheme follows the last.
  var next: TankScheme {
    let all = TankScheme.allCases
    return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? self
  }
}
