public import Model

/// A controller's motion as the sensors of its pad show it: in the pad's frame, on a clock that never goes back.
///
/// The clock runs as far as the controller's own from one sample to the next; where that says nothing, as far as the
/// host's.
public struct MotionTrack: Sendable {
  /// By how much the controller's clock may run ahead of the host's between two samples; beyond that it was set anew.
  static let tolerance = Interval.seconds(1)

  /// What the sensors show; nil before the first sample.
  public private(set) var shown: PadMotion?
  private var measured: Int64?
  private var advanced = Instant(nanoseconds: 0)

  /// A track without samples.
  public init() {}

  /// Follows `sample`, measured at `time` in µs of the controller's unwrapped clock, or nobody knows when; it came `now`.
  public mutating func take(_ sample: MotionSample, measuredAt time: Int64?, at now: Instant) {
    let step = measured.flatMap { former in time.map { $0 - former } }
    measured = time
    shown = PadMotion(sample, time: advance(by: step, to: now))
  }

  /// Stops the rotation, which games would follow for ever, and keeps the acceleration.
  public mutating func rest(at now: Instant) {
    measured = nil
    guard var next = shown, next.rotation != .zero else { return }
    next.rotation = .zero
    next.time = advance(by: nil, to: now)
    shown = next
  }

  /// The time of the next sample: `step` µs after the one before if that can be, otherwise as long as the host saw go by.
  ///
  /// It begins with the host's own, so that it is past that of a host which was there before.
  private mutating func advance(by step: Int64?, to now: Instant) -> Int64 {
    let passed = (now - advanced).microseconds
    advanced = now
    guard let former = shown?.time else { return passed }
    if let step, step > 0, step <= passed + MotionTrack.tolerance.microseconds { return former + step }
    return former + max(passed, 1)
  }
}

extension PadMotion {
  /// `sample` in the pad's frame: a controller that lies on its back is a pad that lies on a table.
  init(_ sample: MotionSample, time: Int64) {
    self.init(
      acceleration: MotionVector(turning: sample.acceleration, scale: 2),
      rotation: MotionVector(turning: sample.rotation), time: time)
  }
}

extension MotionVector {
  /// `vector` of the screen's frame in that of the pad, in units of which `scale` make the former, within ±32767.
  fileprivate init(turning vector: MotionVector, scale: Int32 = 1) {
    func fitted(_ value: Int32) -> Int16 { Int16(min(max(value, -32767), 32767)) }
    self.init(
      x: fitted(Int32(vector.x) * scale), y: fitted(Int32(vector.z) * scale),
      z: fitted(-Int32(vector.y) * scale))
  }
}
