public import Model

/// The motion of a controller as the sensors of its pad show it.
///
/// It is in the pad's frame, on a clock that never runs backwards. Between two samples, the clock advances by
/// the controller's own clock, or by the host's if the controller's time is unknown or implausible.
public struct MotionTrack: Sendable {
  /// The maximum lead of the controller's clock over the host's between two samples.
  ///
  /// A larger lead means that the clock was set.
  static let tolerance = Interval.seconds(1)

  /// The reading of the sensors; nil before the first sample.
  public private(set) var shown: PadMotion?
  /// The time at which the rotation stops unless another sample arrives.
  ///
  /// The sensor may be silent while its controller is not.
  private(set) var deadline = Instant.distantFuture
  private var measured: Int64?
  /// True once the controller's clock has advanced.
  ///
  /// From then on, a sample with an unchanged time adds only 1 µs.
  private var isRunning = false
  private var advanced = Instant(nanoseconds: 0)

  /// Creates a track without samples.
  public init() {}

  /// Applies `sample`, which arrived at `now`.
  ///
  /// `time` is its time in µs on the controller's unwrapped clock, nil when unknown.
  public mutating func apply(_ sample: MotionSample, measuredAt time: Int64?, at now: Instant) {
    let step = measured.flatMap { former in time.map { $0 - former } }
    measured = time
    isRunning = isRunning || step.map { $0 > 0 } == true
    shown = PadMotion(sample, time: advance(by: step, to: now))
    deadline = sample.rotation == .zero ? .distantFuture : now + DeadMan().release
  }

  /// Stops the rotation, which games would follow forever, and keeps the acceleration.
  public mutating func rest(at now: Instant) {
    (measured, deadline) = (nil, .distantFuture)
    guard var next = shown, next.rotation != .zero else { return }
    next.rotation = .zero
    next.time = advance(by: nil, to: now)
    shown = next
  }

  /// Returns the time of the next sample.
  ///
  /// It is `step` µs after the last one if that is plausible, and 1 µs after it if a running clock has not
  /// advanced. Otherwise it advances as the host's clock did. The first time is the host's own, so that it is
  /// later than every time from an earlier run of the host.
  private mutating func advance(by step: Int64?, to now: Instant) -> Int64 {
    let passed = (now - advanced).microseconds
    advanced = now
    guard let former = shown?.time else { return passed }
    if step == 0, isRunning { return former + 1 }
    if let step, step > 0, step <= passed + MotionTrack.tolerance.microseconds { return former + step }
    return former + max(passed, 1)
  }
}

extension PadMotion {
  /// Converts `sample` to the pad's frame: a controller on its back corresponds to a pad on a table.
  init(_ sample: MotionSample, time: Int64) {
    self.init(
      acceleration: MotionVector(turning: sample.acceleration, scale: 2),
      rotation: MotionVector(turning: sample.rotation), time: time)
  }
}

extension MotionVector {
  /// Converts `vector` from the screen's frame to the pad's frame, multiplied by `scale` and clamped to
  /// ±32767.
  fileprivate init(turning vector: MotionVector, scale: Int32 = 1) {
    func fitted(_ value: Int32) -> Int16 { Int16(min(max(value, -32767), 32767)) }
    self.init(
      x: fitted(Int32(vector.x) * scale), y: fitted(Int32(vector.z) * scale),
      z: fitted(-Int32(vector.y) * scale))
  }
}
