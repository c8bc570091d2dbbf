public import Model

/// The present state of somebody else's controller, as its messages have left it.
public struct Posture: Hashable, Sendable {
  /// The buttons that are down.
  public var buttons: Buttons = []
  /// The left stick.
  public var left = Stick.centre
  /// The right stick.
  public var right = Stick.centre
  /// The left trigger, 0 (released) to 255.
  public var leftTrigger: UInt8 = 0
  /// The right trigger, 0 (released) to 255.
  public var rightTrigger: UInt8 = 0
  /// The tilt that the controller itself reports; nil if it reports none.
  public var tilt: Tilt?
  /// The sensors, in the frame of the controller held normally; nil without sensors.
  public var motion: MotionSample?
  /// The battery charge in percent; nil when unknown.
  public var battery: UInt8?
  /// True once a controller has shown that it has sticks.
  var hasSticks = false
  /// The buttons that were clicked just now: each is to go down and up.
  var clicks: Buttons = []
  /// The controls whose user has named them.
  var controls = ControlOrder()

  /// Creates a posture at rest.
  public init() {}

  /// Takes the reading of one sensor over; those of the others stay.
  mutating func sense(_ vector: MotionVector, into sensor: WritableKeyPath<MotionSample, MotionVector>) {
    var sample = motion ?? MotionSample(acceleration: .zero, rotation: .zero)
    sample[keyPath: sensor] = vector
    motion = sample
  }

  /// Returns the state without time and edges, for a controller that is held in `orientation`.
  ///
  /// A controller with sensors but without sticks gets the tilt of gravity, which steers; `former` stays where gravity does not tell
  /// the roll.
  func state(held orientation: Orientation, former: Tilt?) -> ControllerState {
    let steering = hasSticks ? nil : motion
    let gravity = steering.map { Tilt(against: orientation.turn($0.acceleration), former: former) }
    return ControllerState(
      sampleTime: 0, tilt: tilt ?? gravity, sticks: ControllerState.Sticks(left: left, right: right),
      leftTrigger: leftTrigger, rightTrigger: rightTrigger, battery: battery)
  }
}

/// The ways in which a controller is held: the side to which its upper edge points, as the player sees it.
public enum Orientation: String, CaseIterable, Sendable {
  /// The upper edge points up.
  case normal
  /// The upper edge points to the left.
  case sidewaysLeft = "sideways-left"
  /// The upper edge points to the right.
  case sidewaysRight = "sideways-right"
  /// The upper edge points down.
  case inverted

  /// Returns `vector` of the controller's own frame in the frame of the player: x to the right, y up, z towards the player.
  func turn(_ vector: MotionVector) -> MotionVector {
    func minus(_ value: Int16) -> Int16 { value == .min ? .max : -value }
    return switch self {
    case .normal: vector
    case .sidewaysLeft: MotionVector(x: minus(vector.y), y: vector.x, z: vector.z)
    case .sidewaysRight: MotionVector(x: vector.y, y: minus(vector.x), z: vector.z)
    case .inverted: MotionVector(x: minus(vector.x), y: minus(vector.y), z: vector.z)
    }
  }

  /// Returns `sample` of the controller's own frame in the frame of the player.
  func turn(_ sample: MotionSample) -> MotionSample {
    MotionSample(acceleration: turn(sample.acceleration), rotation: turn(sample.rotation))
  }
}
