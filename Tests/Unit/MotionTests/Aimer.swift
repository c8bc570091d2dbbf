import Model
import Motion

/// A controller whose rotation and right stick turn a view, with a clock of its own.
struct Aimer {
  static let start = Instant(nanoseconds: 1_000_000_000)
  /// The acceleration of a phone that lies on its back, and of one that is held upright in front of the
  /// player, in the frame of the screen.
  static let flat = MotionVector(z: 4_096)
  static let upright = MotionVector(y: 4_096)

  var input: ControllerInput
  var now = Aimer.start
  /// The reports that were shown, with their times.
  private(set) var reports: [(at: Instant, stick: Stick)] = []

  init(settling: Interval = .zero, _ change: (inout Aim) -> Void) {
    var profile = Profile.pad
    change(&profile.aim)
    input = ControllerInput(
      settings: .init(profile: profile, pressHold: nil, settling: settling), at: now)
  }

  var stick: Stick { input.report.rightStick }

  /// Sends a state with the right stick, −1 to 1 in each axis, and the rotation in °/s in the screen's frame.
  mutating func send(
    x: Double = 0, y: Double = 0, turning rotation: SIMD3<Double>? = nil, held: MotionVector = Aimer.flat,
    isNeutral: Bool = false
  ) {
    let sample = rotation.map {
      MotionSample(
        acceleration: held,
        rotation: MotionVector(
          x: Int16(($0.x * 16).rounded()), y: Int16(($0.y * 16).rounded()), z: Int16(($0.z * 16).rounded())))
    }
    send(
      Stick(x: Int16((x * 32_767).rounded()), y: Int16((y * 32_767).rounded())), sample, isNeutral: isNeutral)
  }

  mutating func send(_ stick: Stick, _ sample: MotionSample?, isNeutral: Bool = false) {
    let state = ControllerState(
      sampleTime: UInt32(truncatingIfNeeded: now.nanoseconds / 1_000), sticks: .init(right: stick),
      isNeutral: isNeutral, nextEdge: 0)
    _ = input.accept(
      state, history: History(), motion: sample, edges: nil, arrival: .newest(gap: 0), at: now)
    show()
  }

  /// Lets time pass, with a report at each deadline of the input, as the bridge does.
  mutating func pass(_ interval: Interval) {
    let end = now + interval
    var due = input.deadline
    while due <= end {
      now = max(due, now)
      show()
      due = input.deadline
    }
    now = end
    show()
  }

  private mutating func show() {
    while let report = input.nextReport(at: now) { reports.append((now, report.rightStick)) }
  }

  /// Returns for how long the stick has been at `stick` in all, in ms.
  func time(at stick: Stick) -> Double {
    stretches.filter { $0.stick == stick }.reduce(0) { $0 + $1.seconds * 1e3 }
  }

  /// Returns the turn of the view so far, in degrees.
  ///
  /// The game turns its view by at most `speed`, and has no dead zone.
  func turn(at speed: Double) -> Double {
    stretches.reduce(0) { $0 + Double($1.stick.x) / 32_767 * speed * $1.seconds }
  }

  /// The positions of the stick so far, each with its duration in seconds.
  private var stretches: [(stick: Stick, seconds: Double)] {
    let ends = reports.dropFirst().map(\.at) + [now]
    return zip(reports, ends).map { report, end in (report.stick, (end - report.at).seconds) }
  }
}
