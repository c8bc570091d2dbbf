/// The whole state of a described stick: its buttons, and its axes in the order of their codes.
public struct StickReport: Hashable, Sendable {
  /// The buttons that are down.
  public var buttons: StickButtons
  /// The positions of the axes.
  public var axes: StickAxes

  /// Creates the state with `buttons` down and the axes at `axes`; by default, no button is down and there is
  /// no axis.
  public init(buttons: StickButtons = StickButtons(), axes: StickAxes = StickAxes()) {
    (self.buttons, self.axes) = (buttons, axes)
  }
}

/// A set of a stick's buttons, numbered from 0 to 127.
public struct StickButtons: OptionSet, Hashable, Sendable {
  /// The bits, as on the wire: bit n is button n.
  public var rawValue: UInt128

  /// The buttons whose bits are set in `rawValue`.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// The first `count` buttons, 128 at most.
  public static func first(_ count: Int) -> StickButtons {
    StickButtons(rawValue: count < 128 ? (1 << UInt128(count)) - 1 : .max)
  }

  /// True if the button with `number`, 0 to 127, is in the set.
  public subscript(number: Int) -> Bool {
    get { rawValue >> UInt128(number) & 1 == 1 }
    set {
      let bit = UInt128(1) << UInt128(number)
      rawValue = newValue ? rawValue | bit : rawValue & ~bit
    }
  }

  /// The numbers of the buttons in the set, ascending.
  public var numbers: [Int] { (0..<128).filter { self[$0] } }
}

/// The positions of a stick's axes: the distance of each from its minimum.
public struct StickAxes: Hashable, Sendable {
  /// The maximum number of axes.
  public static let capacity = 31

  /// The number of axes.
  public private(set) var count = 0
  private var positions = InlineArray<31, UInt16>(repeating: 0)

  /// Creates the positions of a stick without axes.
  public init() {}

  /// The position of the axis at `index`, below ``count``.
  public subscript(index: Int) -> UInt16 {
    get { positions[index] }
    set { positions[index] = newValue }
  }

  /// Appends the position of another axis; beyond ``capacity`` it is ignored.
  public mutating func append(_ position: UInt16) {
    guard count < StickAxes.capacity else { return }
    positions[count] = position
    count += 1
  }

  /// Returns whether both sets have the same number of axes, at the same positions.
  public static func == (left: StickAxes, right: StickAxes) -> Bool {
    guard left.count == right.count else { return false }
    for index in 0..<left.count where left.positions[index] != right.positions[index] { return false }
    return true
  }

  /// Hashes the positions.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<count { hasher.combine(positions[index]) }
  }
}

/// The state of a stick at one time, as its controller sends it (docs/protocol.md, "Frames", STICK).
public struct StickState: Hashable, Sendable {
  /// The time of the measurement, in µs of the controller's clock, which wraps after 71.6 minutes.
  public var sampleTime: UInt32
  /// The revision of the description to which the state belongs.
  public var revision: UInt8
  /// The number of the first edge that the state does not yet include.
  public var nextEdge: UInt16
  /// The buttons and the axes.
  public var report: StickReport
  /// True if the stick was put aside: everything returns to rest.
  public var isNeutral: Bool
  /// True if the axes jumped for a reason other than movement.
  public var isDiscontinuous: Bool

  /// Creates the state `report` at `sampleTime`.
  public init(
    sampleTime: UInt32, revision: UInt8, nextEdge: UInt16, report: StickReport, isNeutral: Bool = false,
    isDiscontinuous: Bool = false
  ) {
    (self.sampleTime, self.revision, self.nextEdge) = (sampleTime, revision, nextEdge)
    (self.report, self.isNeutral, self.isDiscontinuous) = (report, isNeutral, isDiscontinuous)
  }
}
