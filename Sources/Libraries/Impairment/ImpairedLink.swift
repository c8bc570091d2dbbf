public import Model
public import Wire

/// A simulated link that loses, delays, duplicates and reorders packets, reproducibly for each seed.
///
/// Loss comes in bursts: the link is good or bad for exponentially distributed times (Gilbert–Elliott).
/// Unless ``Faults/longestBurst`` shortens bursts, it is bad for the share `loss` of the time, in bursts that
/// last `burst` on average.
public struct ImpairedLink: Sendable {
  /// The faults of a link.
  public struct Faults: Hashable, Sendable {
    /// The share of time, 0..<1, in which packets are lost.
    public var loss = 0.0
    /// The average length of a burst of loss.
    public var burst = Interval.milliseconds(1)
    /// The maximum length of a burst of loss; zero for no limit.
    public var longestBurst = Interval.zero
    /// The minimum delay of a packet.
    public var delay = Interval.zero
    /// The average additional delay, exponentially distributed; packets can overtake each other.
    public var jitter = Interval.zero
    /// The share of packets, 0…1, that arrive twice.
    public var duplication = 0.0
    /// The share of packets, 0…1, that are held back so that they may arrive after later ones.
    public var reordering = 0.0
    /// The additional delay of a packet that is held back.
    public var reorderDelay = Interval.milliseconds(30)

    /// Creates the faults of a perfect link: none.
    public init() {}
  }

  /// The number of packets that the link has lost.
  public private(set) var lost = 0

  private let faults: Faults
  private var random: Random
  private var isBad = false
  private var changesAt: Instant?
  private var underWay: [(due: Instant, datagram: Datagram<512>)] = []

  /// Creates a link with `faults`; `seed` determines its random numbers.
  public init(_ faults: Faults, seed: UInt64) {
    self.faults = faults
    random = Random(seed: seed)
  }

  /// The arrival time of the next packet; nil if none is in flight.
  public var nextArrival: Instant? { underWay.first?.due }

  /// Puts a packet on the link.
  public mutating func submit(_ datagram: Datagram<512>, at now: Instant) {
    advanceBurstState(to: now)
    if isBad { lost += 1 }
    let copies = random.unit() < faults.duplication ? 2 : 1
    for _ in 0..<copies where !isBad {
      var due = now + faults.delay + faults.jitter * random.exponential()
      if random.unit() < faults.reordering { due = due + faults.reorderDelay }
      let index = underWay.firstIndex { $0.due > due } ?? underWay.count
      underWay.insert((due, datagram), at: index)
    }
  }

  /// Returns the next packet that has arrived by `now`, or nil if none has.
  public mutating func receive(at now: Instant) -> Datagram<512>? {
    guard let first = underWay.first, first.due <= now else { return nil }
    return underWay.removeFirst().datagram
  }

  private mutating func advanceBurstState(to now: Instant) {
    guard faults.loss > 0 else { return }
    var change = changesAt ?? now + stay()
    while change <= now {
      isBad.toggle()
      change = change + stay()
    }
    changesAt = change
  }

  /// Returns a random time for which the link stays in its present state.
  private mutating func stay() -> Interval {
    guard !isBad else {
      let length = faults.burst * random.exponential()
      return faults.longestBurst > .zero ? min(length, faults.longestBurst) : length
    }
    return faults.burst * (random.exponential() * (1 - faults.loss) / faults.loss)
  }
}

extension Interval {
  fileprivate static func * (interval: Interval, factor: Double) -> Interval {
    Interval(nanoseconds: Int64(Double(interval.nanoseconds) * factor))
  }
}
