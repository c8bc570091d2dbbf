import Dialects
public import Model
import Settings

/// The current state of a third-party controller, according to its messages.
public struct SourceState: Hashable, Sendable {
  /// The limit of a reported angle, in rad: a thousand turns; larger angles are ignored.
  private static let widest = 6_283.0

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
  /// The sensors' readings, in the frame of a controller that is held normally; nil without sensors.
  public var motion: MotionSample? {
    get { sample }
    set {
      (sample, hasGravity) = (newValue, newValue != nil)
      sensed.formUnion([.rotation, .acceleration])
    }
  }
  /// The battery charge in percent; nil when unknown.
  public var battery: UInt8?
  private var sample: MotionSample?
  /// The readings that sensors have reported since ``drainSensed()``.
  private var sensed: SensorReadings = []
  /// True while an accelerometer shows which way is down.
  private var hasGravity = false
  /// The last sample from a DSU pad's sensors; nil before the first.
  var dsuSample: DSUSample?
  /// The pad layout of the app Yoke, which may send it only once.
  var layout: YokeLayout?
  /// True once a message has shown that the controller has sticks to steer with; reset by ``rest()``.
  var hasSticks = false
  /// The buttons clicked in the last message, each of which goes down and up.
  var clicks: Buttons = []
  /// The turn of a head for which the right stick is centred; nil if the controller is not a head tracker.
  var ahead: Tilt?
  /// The first heading of a compass; nil before the first message.
  var firstHeading: Angle?
  /// The controls that the user has named.
  var controls = ControlOrder()

  /// Creates a state at rest.
  public init() {}

  /// Releases everything, but preserves what the controller reports only once.
  mutating func rest() {
    let (layout, controls) = (layout, controls)
    self = SourceState()
    (self.layout, self.controls) = (layout, controls)
  }

  /// Adopts the layout of a pad; a different layout releases everything held on the old one.
  mutating func lay(_ layout: YokeLayout) {
    if self.layout != layout { rest() }
    self.layout = layout
  }

  /// Adopts one sensor's reading; the readings of other sensors stay.
  mutating func sense(_ vector: MotionVector, into sensor: WritableKeyPath<MotionSample, MotionVector>) {
    var next = sample ?? MotionSample(acceleration: .zero, rotation: .zero)
    next[keyPath: sensor] = vector
    sample = next
    hasGravity = hasGravity || sensor == \.acceleration
    sensed.insert(sensor == \.rotation ? .rotation : .acceleration)
  }

  /// Records that a sensor has reported the tilt, which returns to rest when that sensor falls silent.
  ///
  /// A tilt that a fader or a wheel has set lasts like the state of every other control.
  mutating func senseTilt() { sensed.insert(.attitude) }

  /// Removes and returns the readings that sensors have reported since the last call.
  mutating func drainSensed() -> SensorReadings {
    defer { sensed = [] }
    return sensed
  }

  /// Brings silent sensors' readings to rest: no rotation, and no tilt that steers; the acceleration stays.
  mutating func rest(_ silent: SensorReadings) {
    guard !silent.isEmpty else { return }
    if silent.contains(.rotation) { sample?.rotation = .zero }
    if silent.contains(.acceleration) { hasGravity = false }
    if silent.contains(.attitude) {
      tilt = nil
      // A head looks around with the right stick.
      if ahead != nil { right = .centre }
    }
    sensed = []
  }

  /// Presses or releases `button` according to `share`, 0 to 1: it goes down at ¾ and above, and up at ⅝ and below.
  ///
  /// A control that rests in the middle therefore presses nothing, and a trembling one presses only once.
  mutating func press(_ button: Button, by share: Double) {
    if share >= 0.75 { buttons[button] = true }
    if share <= 0.625 { buttons[button] = false }
  }

  /// Moves an axis to `value`, a number or an angle in the unit of `scale`.
  ///
  /// Sticks and triggers are clamped. Angles that are too wide are ignored.
  mutating func move(_ axis: NumberMeaning.Axis, to value: Double, _ scale: NumberMeaning.Scale) {
    let deflection = scale == .signed ? value : 2 * value - 1
    let pull = UInt8((min(max(value, 0), 1) * 255).rounded())
    switch axis {
    case .leftX: left.x = Stick.axis(deflection)
    case .leftY: left.y = Stick.axis(-deflection)
    case .rightX: right.x = Stick.axis(deflection)
    case .rightY: right.y = Stick.axis(-deflection)
    case .leftTrigger: leftTrigger = pull
    case .rightTrigger: rightTrigger = pull
    case .roll: turn(\.roll, to: value, scale)
    case .pitch: turn(\.pitch, to: value, scale)
    case .yaw: turn(\.yaw, to: value, scale)
    }
    if [.leftX, .leftY, .rightX, .rightY].contains(axis) { hasSticks = true }
  }

  private mutating func turn(
    _ angle: WritableKeyPath<Tilt, Angle>, to value: Double, _ scale: NumberMeaning.Scale
  ) {
    let radians = scale == .degrees ? value * .pi / 180 : value
    guard radians.magnitude < SourceState.widest else { return }
    var turned = tilt ?? .zero
    turned[keyPath: angle] = Angle(radians: radians)
    tilt = turned
  }

  /// Returns the state without time and edges, for a controller held in `orientation`.
  ///
  /// If a controller has an accelerometer, but no sticks and no tilt of its own, gravity gives the tilt.
  func state(held orientation: Orientation) -> ControllerState {
    let steering = hasSticks || !hasGravity ? nil : motion
    let gravity = steering.map { Tilt(against: orientation.turn($0.acceleration)) }
    return ControllerState(
      sampleTime: 0, tilt: tilt ?? gravity, sticks: ControllerState.Sticks(left: left, right: right),
      leftTrigger: leftTrigger, rightTrigger: rightTrigger, battery: battery)
  }
}

extension Orientation {
  /// Returns `vector`, given in the controller's own frame, in the player's frame: x to the right, y up, z towards the
  /// player.
  func turn(_ vector: MotionVector) -> MotionVector {
    func minus(_ value: Int16) -> Int16 { value == .min ? .max : -value }
    return switch self {
    case .normal: vector
    case .sidewaysLeft: MotionVector(x: minus(vector.y), y: vector.x, z: vector.z)
    case .sidewaysRight: MotionVector(x: vector.y, y: minus(vector.x), z: vector.z)
    case .inverted: MotionVector(x: minus(vector.x), y: minus(vector.y), z: vector.z)
    }
  }

  /// Returns `sample`, given in the controller's own frame, in the player's frame.
  func turn(_ sample: MotionSample) -> MotionSample {
    MotionSample(acceleration: turn(sample.acceleration), rotation: turn(sample.rotation))
  }
}
