public import Model

/// The last samples of one controller in the order of their time, regardless of their order of arrival.
///
/// Samples are numbered by *ordinals* that grow with time; an insertion in the middle renumbers the newer samples.
/// Functions that read a sample are mutating, so that they read in place: otherwise Swift 6.3 copies the whole array
/// first.
public struct SampleRing: Sendable {
  /// The result of an insertion.
  public enum Placement: Hashable, Sendable {
    /// The sample is now the newest.
    case newest
    /// The sample was late and was inserted among the older samples.
    case late
    /// A sample within 50 µs was present already; the ring has not changed.
    case duplicate
    /// The sample is more than 250 ms older than the newest, or would be one of the two oldest in a full
    /// ring.
    case tooOld
  }

  /// The maximum number of samples in the ring: half a second at 250 Hz.
  public static let capacity = 128
  /// The maximum age of a late sample, and the longest gap that smoothing bridges: 250 ms.
  public static let reach = Interval.milliseconds(250)
  /// The maximum difference between two times of the same sample: HIST rounds ages to multiples of 50 µs.
  public static let precision = Interval.microseconds(50)

  /// The ordinal of the oldest sample.
  private(set) var oldest = 0
  /// The ordinal after the newest sample.
  private(set) var end = 0
  /// The ordinal of the sample inserted last; the newer samples have moved up.
  private(set) var inserted = 0
  private var times = InlineArray<128, Int64>(repeating: 0)
  private var positions = InlineArray<128, SIMD3<Int64>>(repeating: .zero)

  /// Creates an empty ring.
  public init() {}

  /// The number of samples, 0 to ``capacity``.
  public var count: Int { end - oldest }

  /// The sample at `index`, counted from the oldest; slow.
  public subscript(index: Int) -> TiltSample {
    let ordinal = oldest + index
    return TiltSample(microseconds: times[ordinal & 127], tilt: Tilt(positions[ordinal & 127]))
  }

  /// Inserts `sample` in the order of time; a full ring drops its oldest sample.
  public mutating func insert(_ sample: TiltSample) -> Placement {
    let lead = count > 0 ? sample.microseconds &- time(end - 1) : .max
    if lead < -SampleRing.reach.microseconds { return .tooOld }
    let isNewest = lead > SampleRing.precision.microseconds
    let target = isNewest ? end : ordinal(after: sample.microseconds)
    if !isNewest {
      if isTaken(sample.microseconds, at: target) { return .duplicate }
      if target <= oldest + 1, count == SampleRing.capacity { return .tooOld }
    }
    open(target)
    times[target & 127] = sample.microseconds
    positions[target & 127] = unwrapped(sample.tilt.position, at: target)
    unwrap(after: target)
    return isNewest ? .newest : .late
  }

  /// Forgets all samples.
  public mutating func removeAll() {
    oldest = end
  }

  /// The time of sample `ordinal` in µs.
  mutating func time(_ ordinal: Int) -> Int64 { times[ordinal & 127] }

  /// The unwrapped angles of sample `ordinal`, in raw units and with whole turns.
  mutating func position(_ ordinal: Int) -> SIMD3<Int64> { positions[ordinal & 127] }

  /// The time in µs from the sample before `ordinal` to sample `ordinal`.
  mutating func step(to ordinal: Int) -> Int64 { time(ordinal) &- time(ordinal - 1) }

  /// Returns whether sample `ordinal` starts a run: it is the oldest, or the gap before it is longer than ``reach``.
  mutating func isStart(_ ordinal: Int) -> Bool {
    ordinal == oldest || step(to: ordinal) > SampleRing.reach.microseconds
  }

  /// Returns the ordinal of the first sample later than `microseconds`; ``end`` if there is none.
  mutating func ordinal(after microseconds: Int64) -> Int {
    var target = end
    while target > oldest, time(target - 1) > microseconds { target -= 1 }
    return target
  }

  private mutating func isTaken(_ microseconds: Int64, at target: Int) -> Bool {
    let limit = SampleRing.precision.microseconds
    if target > oldest, microseconds &- time(target - 1) <= limit { return true }
    return target < end && time(target) &- microseconds <= limit
  }

  /// Makes room at `target` by moving the newer samples up.
  private mutating func open(_ target: Int) {
    if count == SampleRing.capacity { oldest += 1 }
    var ordinal = end
    while ordinal > target {
      times[ordinal & 127] = time(ordinal - 1)
      positions[ordinal & 127] = position(ordinal - 1)
      ordinal -= 1
    }
    end += 1
    inserted = target
  }

  /// Returns the angles of `position` unwrapped to the shortest turn away from the sample before `ordinal`.
  private mutating func unwrapped(_ position: SIMD3<Int64>, at ordinal: Int) -> SIMD3<Int64> {
    guard ordinal > oldest else { return position }
    let previous = self.position(ordinal - 1)
    return previous &+ (position &- previous).shortestTurn
  }

  /// Unwraps every sample after `target` to the shortest turn away from the sample before it.
  private mutating func unwrap(after target: Int) {
    var ordinal = target + 1
    while ordinal < end {
      let turned = unwrapped(position(ordinal), at: ordinal)
      if ordinal > target + 1, turned == position(ordinal) { return }
      positions[ordinal & 127] = turned
      ordinal += 1
    }
  }
}

extension SIMD3<Int64> {
  /// The angles without whole turns, −π to just under π, in raw units.
  var shortestTurn: SIMD3<Int64> { (self &<< 32) &>> 32 }

  /// Returns the quotient by `divisor`, rounded to the nearest integer.
  func divided(by divisor: Int64) -> SIMD3<Int64> {
    let half = divisor / 2
    return SIMD3(
      (x &+ (x < 0 ? -half : half)) / divisor, (y &+ (y < 0 ? -half : half)) / divisor,
      (z &+ (z < 0 ? -half : half)) / divisor)
  }
}

extension Tilt {
  /// Creates the tilt at `position` without whole turns.
  init(_ position: SIMD3<Int64>) {
    self.init(
      roll: Angle(raw: Int32(truncatingIfNeeded: position.x)),
      pitch: Angle(raw: Int32(truncatingIfNeeded: position.y)),
      yaw: Angle(raw: Int32(truncatingIfNeeded: position.z)))
  }

  /// The roll, pitch and yaw in raw units.
  var position: SIMD3<Int64> { SIMD3(Int64(roll.raw), Int64(pitch.raw), Int64(yaw.raw)) }
}
