public import Model
public import Wire

/// A link that loses, delays, doubles and reorders packets as told, the same way for the same seed.
///
/// Loss comes in bursts: the link is good or bad for exponentially distributed times (Gilbert–Elliott),
/// so that a share of `loss` of all time is bad, `burst` at a time.
public struct ImpairedLink: Sendable {
  /// What the link does to packets.
  public struct Faults: Hashable, Sendable {
    /// The share of time, 0..<1, in which packets are lost.
    public var loss = 0.0
    /// How long the link is bad at a time, on average.
    public var burst = Interval.milliseconds(1)
    /// The longest that the link is bad at a time; zero for no limit.
    public var longestBurst = Interval.zero
    /// How long every packet takes at least.
    public var delay = Interval.zero
    /// How much longer packets take on average, exponentially distributed; packets overtake each other.
    public var jitter = Interval.zero
    /// The share of packets, 0…1, that arrive twice.
    public var duplication = 0.0
    /// The share of packets, 0…1, that are held back long enough to arrive behind later ones.
    public var reordering = 0.0
    /// How long packets are held back to be reordered.
    public var reorderDelay = Interval.milliseconds(30)

    /// A perfect link.
    public init() {}
  }

  /// How many packets the link has lost.
  public private(set) var lost = 0

  private let faults: Faults
  private var random: Random
  private var isBad = false
  private var changesAt: Instant?
  private var underWay: [(due: Instant, datagram: Datagram<512>)] = []

  /// A link with `faults`, drawn from `seed`.
  public init(_ faults: Faults, seed: UInt64) {
    self.faults = faults
    random = Random(seed: seed)
  }

  /// When the next packet arrives; nil when none is under way.
  public var nextArrival: Instant? { underWay.first?.due }

  /// Puts a packet on the link.
  public mutating func submit(_ datagram: Datagram<512>, at now: Instant) {
    advanceWeather(to: now)
    if isBad { lost += 1 }
    let copies = random.unit() < faults.duplication ? 2 : 1
    for _ in 0..<copies where !isBad {
      var due = now + faults.delay + faults.jitter * random.exponential()
      if random.unit() < faults.reordering { due = due + faults.reorderDelay }
      let place = underWay.firstIndex { $0.due > due } ?? underWay.count
      underWay.insert((due, datagram), at: place)
    }
  }

  /// The next packet that has arrived by `now`; nil when none has.
  public mutating func receive(at now: Instant) -> Datagram<512>? {
    guard let first = underWay.first, first.due <= now else { return nil }
    return underWay.removeFirst().datagram
  }

  private mutating func advanceWeather(to now: Instant) {
    guard faults.loss > 0 else { return }
    var change = changesAt ?? now + stay()
    while change <= now {
      isBad.toggle()
      change = change + stay()
    }
    changesAt = change
  }

  /// How long the link stays as it is.
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
