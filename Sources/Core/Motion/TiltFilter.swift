public import Model

/// A filter that smooths the tilt of a controller (docs/filters.md).
public enum TiltFilter: Hashable, Sendable {
  /// No smoothing.
  case none
  /// The mean of the last `count` samples, 1 to 64: a delay of (count − 1) / 2 samples.
  case movingAverage(count: Int)
  /// The mean over the last `window`, 1 to 250 ms, at any sample rate: a delay of half the window.
  case timeAverage(window: Interval)
  /// The 1€ filter (Casiez, Roussel, Vogel: CHI 2012): a low pass that opens with speed.
  ///
  /// `minimumCutoff` is the cut-off in Hz for a hand at rest, `beta` the increase of the cut-off in Hz per
  /// rad/s, and `derivativeCutoff` the cut-off in Hz for the speed itself. Cut-offs are positive, `beta` is
  /// not negative, and all are at most 1000.
  case oneEuro(minimumCutoff: Double, beta: Double, derivativeCutoff: Double)
  /// A long average at rest that gives way to a short one in movement.
  case gatedAverage(GateSettings)

  /// The windows of the gated average, and the speeds between which it opens.
  public struct GateSettings: Hashable, Sendable {
    /// The window that smooths a hand at rest, 1 to 250 ms.
    public var longWindow: Interval
    /// The window that smooths a moving hand, 1 ms to ``longWindow``.
    public var shortWindow: Interval
    /// The speed in rad/s up to which only the long window counts; not negative.
    public var closedSpeed: Double
    /// The speed in rad/s from which on only the short window counts; above ``closedSpeed``, at most 1000.
    public var openSpeed: Double

    /// Creates the settings.
    ///
    /// The default long window, 200 ms, covers two periods of a hand's tremor. The default short window, 20 ms,
    /// is a little longer than the time between two samples at 60 Hz.
    public init(
      longWindow: Interval = .milliseconds(200), shortWindow: Interval = .milliseconds(20),
      closedSpeed: Double = 0.1, openSpeed: Double = 0.5
    ) {
      self.longWindow = longWindow
      self.shortWindow = shortWindow
      self.closedSpeed = closedSpeed
      self.openSpeed = openSpeed
    }
  }

  /// The default filter: 1€ with 0.5 Hz, 5 Hz per rad/s and 5 Hz.
  ///
  /// docs/decisions/0003-tilt-filter-default.md gives the reasons.
  public static let `default` = oneEuro(minimumCutoff: 0.5, beta: 5, derivativeCutoff: 5)
  /// The moving average when no count is given: 5 samples.
  public static let defaultMovingAverage = movingAverage(count: 5)
  /// The gated average with its default windows and speeds.
  public static let defaultGatedAverage = gatedAverage(GateSettings())

  /// True if every parameter is in its range, as ``Smoother`` requires.
  public var isValid: Bool {
    switch self {
    case .none: true
    case .movingAverage(let count): (1...64).contains(count)
    case .timeAverage(let window): TiltFilter.windows.contains(window)
    case .oneEuro(let minimumCutoff, let beta, let derivativeCutoff):
      minimumCutoff > 0 && beta >= 0 && derivativeCutoff > 0
        && max(minimumCutoff, beta, derivativeCutoff) <= 1_000
    case .gatedAverage(let gate):
      TiltFilter.windows.contains(gate.longWindow) && TiltFilter.windows.contains(gate.shortWindow)
        && gate.shortWindow <= gate.longWindow
        && gate.closedSpeed >= 0 && gate.openSpeed > gate.closedSpeed && gate.openSpeed <= 1_000
    }
  }

  private static let windows = Interval.milliseconds(1)...Interval.milliseconds(250)
}
