import Model

/// Everything of the tanks that can be tuned; the page has the same in web/tank/drive.js.
///
/// Lengths are in units of the field, x to the right and y down; headings in radians, clockwise from up.
enum TankTable {
  /// The field's width.
  static let width = 1_280.0
  /// The field's height.
  static let height = 720.0
  /// How near the middle of a tank comes to a wall.
  static let margin = 36.0
  /// The time of a step: fixed, so that how often the field is drawn never matters.
  static let step = Interval(nanoseconds: 1_000_000_000 / 120)
  /// How far the tracks are apart, as far as turning goes.
  static let gauge = 90.0
  /// The speed of a track with its lever at the end, units per second.
  static let topSpeed = 160.0
  /// How fast a single lever turns the tank, rad/s.
  static let turnRate = 3.0
  /// How fast the turret turns, rad/s.
  static let turretRate = 2.4
  /// The time between two shots, in steps: 0.4 s.
  static let reload = 48
  /// The speed of a shell, units per second.
  static let shellSpeed = 640.0
  /// How far from the tank's middle shells start.
  static let muzzle = 46.0
}

/// What the levers of a tank mean (docs/web.md, "The tanks").
enum TankScheme: String, CaseIterable {
  /// The left stick says where to.
  case single
  /// The left stick is the throttle, the right one spins.
  case mix
  /// Each stick is a track.
  case tracks

  /// The scheme behind this one, the first behind the last.
  var next: TankScheme {
    let all = TankScheme.allCases
    return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? self
  }
}
