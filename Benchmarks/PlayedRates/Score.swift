/// The results of one setting: the turns of both daemons.
struct Score {
  /// The setting.
  let setting: Setting
  private var turns: [[Contender.Turn]] = [[], []]

  /// Creates a score without turns.
  init(_ setting: Setting) {
    self.setting = setting
  }

  /// Adds a turn of `side`.
  mutating func add(_ turn: Contender.Turn, of side: Side) {
    turns[side.rawValue].append(turn)
  }

  /// Returns the median of `value` over the quiet turns of `side`; nil if a turn has none.
  func median(_ side: Side, _ value: (Sample) -> Double?) -> Double? {
    let values = turns[side.rawValue].compactMap { value($0.quiet) }
    return values.count == turns[side.rawValue].count ? values.median : nil
  }

  /// Returns the median of `value` over the quiet turns of `side`.
  func median(_ side: Side, _ value: (Sample) -> Double) -> Double {
    turns[side.rawValue].map { value($0.quiet) }.median
  }

  /// The processor time of Tiltpad, as a multiple of the bare daemon's.
  var ratio: Double { median(.tiltpad, \.processor) / median(.bare, \.processor) }

  /// Returns the latencies of all packets of `side`.
  func latencies(_ side: Side, isLoaded: Bool) -> Latencies {
    Latencies(turns[side.rawValue].flatMap { (isLoaded ? $0.loaded : $0.quiet).latencies })
  }

  /// Returns the minor faults of `side` in all quiet turns.
  func faults(_ side: Side) -> Int { turns[side.rawValue].reduce(0) { $0 + $1.quiet.faults } }

  /// Returns the number of packets of `side` that moved no pad, quiet and under load.
  func lost(_ side: Side) -> Int {
    turns[side.rawValue].reduce(0) { $0 + $1.quiet.lost + $1.loaded.lost }
  }
}

/// The times from the sender to the reader of the pads, in order.
struct Latencies {
  private let sorted: [UInt32]

  /// Sorts `latencies`, in ns.
  init(_ latencies: [UInt32]) {
    sorted = latencies.sorted()
  }

  /// The number of packets.
  var count: Int { sorted.count }

  /// Returns the time, in ns, that `share` of the packets do not exceed (nearest rank); infinite without packets.
  func rank(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .infinity }
    let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
    return Double(sorted[min(max(place, 0), sorted.count - 1)])
  }

  /// The longest time, in ns.
  var worst: Double { rank(1) }
}

extension [Double] {
  /// The median; the mean of two middle values, and NaN without values.
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
