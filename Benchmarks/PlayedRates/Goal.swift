import Foundation

/// A limit that Tiltpad meets or misses in each setting.
struct Goal {
  /// The name of the quantity that has the limit, with its unit.
  let name: String
  /// The limit.
  let limit: Double
  /// The greatest figure of all settings.
  let greatest: Double
  /// The name of the setting with the greatest figure.
  let place: String
  /// The number of settings that miss the limit.
  let missed: Int
  /// The number of all settings.
  let count: Int

  private init(_ name: String, atMost limit: Double, _ scores: [Score], _ value: (Score) -> Double) {
    let values = scores.map { (figure: value($0), place: $0.setting.name) }
    let worst = values.max { $0.figure < $1.figure }
    self.name = name
    self.limit = limit
    greatest = worst?.figure ?? .nan
    place = worst?.place ?? ""
    missed = values.filter { !($0.figure <= limit) }.count
    count = values.count
  }

  /// Returns all goals, each with its result for `scores`.
  static func all(_ scores: [Score]) -> [Goal] {
    [
      Goal("processor time, as a multiple of the bare daemon's", atMost: 1.25, scores, \.ratio),
      Goal("wake-ups per packet", atMost: 1.02, scores) { $0.median(.tiltpad, \.wakeups) },
      Goal("p99 under load, in ms", atMost: 0.3, scores) {
        $0.latencies(.tiltpad, isLoaded: true).rank(0.99) / 1e6
      },
      Goal("longest latency under load, in ms", atMost: 1, scores) {
        $0.latencies(.tiltpad, isLoaded: true).worst / 1e6
      },
      Goal("packets that moved no pad", atMost: 0, scores) { Double($0.lost(.tiltpad)) },
    ]
  }

  /// The goal and its result on one line.
  var text: String {
    let figures = String(format: "at most %g, measured up to %.2f", limit, greatest)
    return missed == 0
      ? "\(name): \(figures): met"
      : "\(name): \(figures) (\(place)): MISSED in \(missed) of \(count) settings"
  }
}
