/// A moving window over the last samples that keeps their exact sum.
///
/// The sum and its angles wrap; the sum minus n times the newest angle is small and exact.
struct CountWindow: Sendable {
  private var start = 0
  private var sum = SIMD3<Int64>.zero

  /// Empties the window; the next sample to add is `ordinal`.
  private mutating func restart(at ordinal: Int) {
    start = ordinal
    sum = .zero
  }

  /// Adds sample `ordinal` and returns the mean of at most the last `count` samples minus that sample, in raw
  /// units.
  mutating func add(_ ordinal: Int, of ring: inout SampleRing, count: Int) -> SIMD3<Int64> {
    if ring.isStart(ordinal) { restart(at: ordinal) }
    let newest = ring.position(ordinal)
    sum &+= newest
    if ordinal - start >= count {
      sum &-= ring.position(start)
      start += 1
    }
    let number = Int64(ordinal - start + 1)
    return (sum &- newest &* number).divided(by: number)
  }
}

/// A moving window over the last milliseconds that keeps the exact integral of the tilt, linear between the samples.
struct TimeWindow: Sendable {
  /// A mean relative to the newest sample, in raw units, and the age of its centre in µs.
  struct Mean {
    var lead: SIMD3<Int64>
    var microseconds: Int64
  }

  private var start = 0
  /// Twice the integral from sample `start` on, in raw units × µs.
  private var area = SIMD3<Int64>.zero

  /// The maximum number of samples in a window; the ring then still holds the sample before the window.
  private static let limit = SampleRing.capacity - 1

  /// Empties the window; the next sample to add is `ordinal`.
  private mutating func restart(at ordinal: Int) {
    start = ordinal
    area = .zero
  }

  /// Adds sample `ordinal` and returns the mean over the `length` µs up to that sample.
  mutating func add(_ ordinal: Int, of ring: inout SampleRing, length: Int64) -> Mean {
    if ring.isStart(ordinal) { restart(at: ordinal) }
    if ordinal > start { area &+= TimeWindow.area(before: ordinal, of: &ring) }
    let begin = ring.time(ordinal) &- length
    while ring.time(start) < begin || ordinal - start >= TimeWindow.limit {
      start += 1
      area &-= TimeWindow.area(before: start, of: &ring)
    }
    return mean(at: ordinal, of: &ring, from: begin)
  }

  private static func area(before ordinal: Int, of ring: inout SampleRing) -> SIMD3<Int64> {
    (ring.position(ordinal - 1) &+ ring.position(ordinal)) &* ring.step(to: ordinal)
  }

  /// Returns the mean from `begin` to sample `ordinal`.
  ///
  /// The mean covers the whole steps between samples, and the part of the step in which the window begins.
  private func mean(at ordinal: Int, of ring: inout SampleRing, from begin: Int64) -> Mean {
    let newest = ring.position(ordinal)
    let whole = ring.time(ordinal) &- ring.time(start)
    var lead = area &- newest &* (2 &* whole)
    var part: Int64 = 0
    if start > ring.oldest, !ring.isStart(start), ordinal - start < TimeWindow.limit - 1 {
      part = ring.time(start) &- begin
      let first = ring.position(start)
      let climb = (first &- ring.position(start - 1)) &* part
      let entry = first &- climb.divided(by: ring.step(to: start))
      lead &+= (entry &+ first &- newest &* 2) &* part
    }
    let span = whole + part
    guard span > 0 else { return Mean(lead: .zero, microseconds: 0) }
    return Mean(lead: lead.divided(by: 2 &* span), microseconds: span / 2)
  }
}
