public import Model

/// The smoothed tilt of one controller: a filter over its samples in the order of their time, and the press-hold.
///
/// An in-order sample costs the same regardless of the history's length. A late sample is inserted in order,
/// and the samples after it are filtered again, so that the output does not depend on the order of arrival.
public struct Smoother: Sendable {
  /// The newest sample, unfiltered; nil when there is no sample.
  public private(set) var newest: TiltSample?
  /// The smoothed tilt at the newest sample, held around presses; nil when there is no sample.
  public private(set) var output: Tilt?

  private var filter: TiltFilter
  private var pressHold: PressHold?
  private var ring = SampleRing()
  /// The filtered tilt of each sample in the ring, by ordinal.
  private var smoothed = InlineArray<128, Tilt>(repeating: .zero)
  /// The state of the 1€ filter after each sample in the ring, by ordinal.
  private var memories = InlineArray<128, OneEuro.Memory>(repeating: OneEuro.Memory())
  private var counted = CountWindow()
  private var long = TimeWindow()
  private var short = TimeWindow()
  private var hold: Hold?
  /// The last hold before ``hold`` that held a tilt.
  ///
  /// It determines the output up to the edge of ``hold``, and also afterwards if ``hold`` holds nothing.
  private var earlier: Hold?

  /// An edge, and the tilt that is held from its time on.
  private struct Hold: Sendable {
    /// The time of the edge, in µs of the controller's clock.
    var edge: Int64
    /// The held tilt; nil when nothing is held.
    var held: Tilt?
  }

  /// Creates a smoother without history; without `pressHold` only the filter damps the jolt of presses.
  ///
  /// - Precondition: `filter` is valid.
  public init(filter: TiltFilter = .default, pressHold: PressHold? = .default) {
    precondition(filter.isValid)
    self.filter = filter
    self.pressHold = pressHold
  }

  /// Continues with another press-hold, and with another filter as if the samples had gone through it.
  ///
  /// - Precondition: `filter` is valid.
  mutating func retune(filter: TiltFilter, pressHold: PressHold?) {
    precondition(filter.isValid)
    let isOther = filter != self.filter
    (self.filter, self.pressHold) = (filter, pressHold)
    if pressHold == nil { (hold, earlier) = (nil, nil) }
    guard newest != nil else { return }
    if isOther { replay(from: ring.oldest) }
    output = output(at: ring.end - 1)
  }

  /// Adds `sample`, timed on the controller's clock; a sample more than 250 ms after the last one starts a new run.
  @discardableResult
  public mutating func add(_ sample: TiltSample) -> SampleRing.Placement {
    let placement = ring.insert(sample)
    switch placement {
    case .newest:
      newest = sample
      advance(to: ring.end - 1)
    case .late: replay(from: ring.inserted)
    case .duplicate, .tooOld: return placement
    }
    if let hold, sample.microseconds <= hold.edge { self.hold = settled(hold.edge) }
    output = output(at: ring.end - 1)
    return placement
  }

  /// Records a press or release at `microseconds` on the controller's clock.
  ///
  /// If the hand was slow, the output keeps its value at the last sample up to that time, even if the sample
  /// arrives after this call. An edge that is not later than the last edge changes nothing.
  public mutating func pressed(at microseconds: Int64) {
    guard pressHold != nil else { return }
    if let hold {
      guard microseconds > hold.edge else { return }
      if hold.held != nil { earlier = hold }
    }
    hold = settled(microseconds)
    if newest != nil { output = output(at: ring.end - 1) }
  }

  /// Forgets all samples and holds, because the tilt or the controller's clock has jumped.
  public mutating func restart() {
    ring.removeAll()
    newest = nil
    output = nil
    hold = nil
    earlier = nil
  }

  /// Returns the hold for an edge at time `edge`; it holds nothing if the hand was quick, or if no recent
  /// sample precedes the edge.
  private mutating func settled(_ edge: Int64) -> Hold {
    let last = ring.ordinal(after: edge) - 1
    guard let pressHold, last >= ring.oldest,
      edge &- ring.time(last) <= SampleRing.reach.microseconds,
      ring.speed(at: last) < pressHold.speedLimit
    else { return Hold(edge: edge, held: nil) }
    return Hold(edge: edge, held: output(at: last, under: earlier))
  }

  private mutating func output(at ordinal: Int) -> Tilt {
    guard let hold, hold.held != nil, ring.time(ordinal) > hold.edge else {
      return output(at: ordinal, under: earlier)
    }
    return output(at: ordinal, under: hold)
  }

  private mutating func output(at ordinal: Int, under hold: Hold?) -> Tilt {
    let tilt = smoothed[ordinal & 127]
    let time = ring.time(ordinal)
    guard let hold, let held = hold.held, let pressHold, time > hold.edge else { return tilt }
    return pressHold.output(holding: held, since: hold.edge, smoothed: tilt, at: time)
  }

  /// Filters sample `ordinal`; the sample before it must have been filtered.
  private mutating func advance(to ordinal: Int) {
    smoothed[ordinal & 127] = Tilt(ring.position(ordinal) &+ lead(at: ordinal))
  }

  /// Filters sample `ordinal` and all later ones anew; windows empty themselves at the oldest sample.
  private mutating func replay(from ordinal: Int) {
    if case .oneEuro = filter {} else { for warm in ring.oldest..<ordinal { _ = lead(at: warm) } }
    for sample in ordinal..<ring.end { advance(to: sample) }
  }

  /// Returns the filtered value of sample `ordinal` minus the sample itself, in raw units.
  private mutating func lead(at ordinal: Int) -> SIMD3<Int64> {
    switch filter {
    case .none: .zero
    case .movingAverage(let count): counted.add(ordinal, of: &ring, count: count)
    case .timeAverage(let window): long.add(ordinal, of: &ring, length: window.microseconds).lead
    case .oneEuro(let minimumCutoff, let beta, let derivativeCutoff):
      lead(
        at: ordinal,
        of: OneEuro(minimumCutoff: minimumCutoff, beta: beta, derivativeCutoff: derivativeCutoff))
    case .gatedAverage(let gate):
      gate.lead(
        long: long.add(ordinal, of: &ring, length: gate.longWindow.microseconds),
        short: short.add(ordinal, of: &ring, length: gate.shortWindow.microseconds))
    }
  }

  private mutating func lead(at ordinal: Int, of oneEuro: OneEuro) -> SIMD3<Int64> {
    var memory = OneEuro.Memory()
    if !ring.isStart(ordinal) {
      memory = oneEuro.memory(
        after: memories[(ordinal - 1) & 127], turn: ring.position(ordinal) &- ring.position(ordinal - 1),
        seconds: Double(ring.step(to: ordinal)) * 1e-6)
    }
    memories[ordinal & 127] = memory
    return memory.lead.nearest
  }
}

extension TiltFilter.GateSettings {
  /// Returns the output minus the newest sample.
  ///
  /// As the speed grows, the output moves from the long mean to the short mean.
  func lead(long: TimeWindow.Mean, short: TimeWindow.Mean) -> SIMD3<Int64> {
    let seconds = Double(long.microseconds - short.microseconds) * 1e-6
    guard seconds > 0 else { return long.lead }
    let turn = short.lead &- long.lead
    return long.lead
      &+ SIMD3(
        opened(Double(turn.x), seconds), opened(Double(turn.y), seconds), opened(Double(turn.z), seconds)
      ).nearest
  }

  /// Returns what the gate lets pass of `turn`, a rotation in raw units that took `seconds`.
  ///
  /// The share that passes is a smoothstep of the speed.
  private func opened(_ turn: Double, _ seconds: Double) -> Double {
    let speed = turn.magnitude / (seconds * Angle.unitsPerRadian)
    let ratio = min(max((speed - closedSpeed) / (openSpeed - closedSpeed), 0), 1)
    return turn * ratio * ratio * (3 - 2 * ratio)
  }
}

extension SIMD3<Double> {
  /// The nearest integers; the values must be far from the limits of Int64.
  var nearest: SIMD3<Int64> {
    SIMD3<Int64>(
      Int64(x + (x < 0 ? -0.5 : 0.5)), Int64(y + (y < 0 ? -0.5 : 0.5)), Int64(z + (z < 0 ? -0.5 : 0.5)))
  }
}
