/// The position of an analog stick, or of a lever on a phone.
public struct Stick: Hashable, Sendable {
  /// The horizontal position, −32767 (left) to 32767 (right).
  public var x: Int16
  /// The vertical position, −32767 (up, away from the player) to 32767 (down, towards the player).
  ///
  /// The directions are those of evdev and the Gamepad API.
  public var y: Int16

  /// A stick at (`x`, `y`).
  public init(x: Int16 = 0, y: Int16 = 0) {
    self.x = x
    self.y = y
  }

  /// A stick at rest.
  public static let centre = Stick()
}

/// The state that a controller reports for one moment.
public struct ControllerState: Hashable, Sendable {
  /// The time of the measurement, in microseconds of the controller's clock, which wraps after 71.6 minutes.
  public var sampleTime: UInt32
  /// The attitude of the controller; nil when the controller reports no tilt.
  public var tilt: Tilt?
  /// The left and right stick; nil when the controller has no sticks.
  public var sticks: Sticks?
  /// The buttons that are down.
  public var buttons: Buttons
  /// The left trigger, 0 (released) to 255.
  public var leftTrigger: UInt8
  /// The right trigger, 0 (released) to 255.
  public var rightTrigger: UInt8
  /// The battery charge in percent; nil when unknown.
  public var battery: UInt8?
  /// True if the controller was put aside (screen locked, page hidden): all inputs return to rest.
  public var isNeutral: Bool
  /// True if the tilt jumped for a reason other than movement: smoothing restarts.
  public var isDiscontinuous: Bool
  /// The number of the first edge that ``buttons`` does not yet include; nil if edges are not numbered.
  ///
  /// TILT has no edge numbers. Then only the levels of the buttons count.
  public var nextEdge: UInt16?

  /// Both sticks of a controller.
  public struct Sticks: Hashable, Sendable {
    /// The left stick.
    public var left: Stick
    /// The right stick.
    public var right: Stick

    /// Creates a pair of sticks, both at the centre unless given.
    public init(left: Stick = .centre, right: Stick = .centre) {
      self.left = left
      self.right = right
    }
  }

  /// A state at `sampleTime`; everything that is not given is at rest.
  public init(
    sampleTime: UInt32, tilt: Tilt? = nil, sticks: Sticks? = nil, buttons: Buttons = [],
    leftTrigger: UInt8 = 0, rightTrigger: UInt8 = 0, battery: UInt8? = nil,
    isNeutral: Bool = false, isDiscontinuous: Bool = false, nextEdge: UInt16? = nil
  ) {
    self.sampleTime = sampleTime
    self.tilt = tilt
    self.sticks = sticks
    self.buttons = buttons
    self.leftTrigger = leftTrigger
    self.rightTrigger = rightTrigger
    self.battery = battery
    self.isNeutral = isNeutral
    self.isDiscontinuous = isDiscontinuous
    self.nextEdge = nextEdge
  }
}

/// A tilt measured shortly before the packet's own state.
///
/// Several packets contain the same tilt, in case one of them is lost.
public struct HistorySample: Hashable, Sendable {
  /// The time from this measurement to the packet's sample, in units of 50 µs.
  public var age: UInt16
  /// The measured tilt.
  public var tilt: Tilt

  /// A tilt `age` × 50 µs before the packet's sample.
  public init(age: UInt16, tilt: Tilt) {
    self.age = age
    self.tilt = tilt
  }
}

/// A list of up to three earlier samples, newest first (docs/protocol.md, "Frames", HIST).
public struct History: Sendable {
  /// The number of samples, 0 to ``capacity``.
  public private(set) var count = 0
  private var samples = InlineArray<3, HistorySample>(repeating: HistorySample(age: 0, tilt: .zero))

  /// The maximum number of samples in one packet.
  public static let capacity = 3

  /// Creates a history without samples.
  public init() {}

  /// The sample at `index`, counted from the newest.
  public subscript(index: Int) -> HistorySample { samples[index] }

  /// Adds `sample` as the oldest; a full history ignores the call.
  public mutating func append(_ sample: HistorySample) {
    guard count < History.capacity else { return }
    samples[count] = sample
    count += 1
  }
}
