/// The settings with which rotation and flicks of the right stick turn the player's view.
///
/// A game turns the view while the right stick is deflected, at most at ``turnRate``. Rotation and flicks are
/// converted into the deflection that makes the game turn the view as far as they ask for.
public struct Aim: Hashable, Sendable {
  /// The axes about which rotation turns the view.
  public enum Space: Hashable, Sendable {
    /// The vertical and the controller's own x axis.
    ///
    /// A turn about any nearly vertical axis counts fully as a turn about the vertical.
    case player
    /// The vertical and the horizontal axis nearest to the controller's x axis.
    case world
    /// The controller's own axes: the screen's normal and its x axis.
    case local
  }

  /// True if rotation moves the right stick.
  public var usesGyro = false
  /// The axes about which rotation counts.
  public var space = Space.player
  /// The turn of the view for each turn of the controller.
  public var rate = 1.0
  /// The speed in °/s below which rotation counts less, in proportion to its speed; with 0, all rotation
  /// counts fully.
  public var tightening = 5.0
  /// The speed in °/s at which the game turns the view when the stick is at its end; above 0.
  public var turnRate = 360.0
  /// The power of the game's own curve, 1 (linear) to 4: the view turns with this power of the deflection.
  public var power = 1.0
  /// The deflection of the stick at which the game begins to turn the view, 0 to 0.4.
  public var innerZone = 0.0
  /// The width of the zone before the stick's end in which the game turns no faster, 0 to 0.4 of the
  /// deflection.
  public var outerZone = 0.0
  /// True if the right stick's direction turns the view, and its deflection does not.
  public var usesFlick = false
  /// The number of directions, evenly spaced from straight ahead, to which a flick is limited; 0 for any direction.
  public var snap = 0

  /// Creates settings with which only the controller's own stick turns the view.
  public init() {}

  /// True if rotation or flicks move the right stick.
  public var isOn: Bool { usesGyro || usesFlick }
}
