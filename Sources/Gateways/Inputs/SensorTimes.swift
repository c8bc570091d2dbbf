import Model

/// The readings of a controller's sensors; each returns to rest when its sensor falls silent.
struct SensorReadings: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The rotation.
  static let rotation = SensorReadings(rawValue: 1)
  /// The acceleration, which includes the gravity that steers.
  static let acceleration = SensorReadings(rawValue: 2)
  /// The angles that the controller itself reports, and the stick that they move.
  static let attitude = SensorReadings(rawValue: 4)

  /// Each reading.
  static let all: [SensorReadings] = [.rotation, .acceleration, .attitude]
}

/// The times at which a controller's sensors are considered silent.
///
/// A button may be held without being mentioned. A sensor, however, always has something to report. Once it stops, its
/// last reading means nothing, even if the rest of the controller continues.
struct SensorTimes: Sendable {
  /// The silence after which a sensor's reading returns to rest, as for a whole controller (docs/protocol.md,
  /// "Silence").
  static let patience = Interval.milliseconds(900)

  private var ends = [Instant](repeating: .distantFuture, count: SensorReadings.all.count)

  /// The earliest time at which a sensor is considered silent; the distant future if there is none.
  var next: Instant { ends.reduce(.distantFuture, min) }

  /// Records that the sensors of `readings` have reported at `now`.
  mutating func note(_ readings: SensorReadings, at now: Instant) {
    for (index, reading) in SensorReadings.all.enumerated() where readings.contains(reading) {
      ends[index] = now + SensorTimes.patience
    }
  }

  /// Removes and returns the readings whose sensors have been silent too long at `now`.
  mutating func nextSilent(at now: Instant) -> SensorReadings {
    var silent: SensorReadings = []
    for (index, reading) in SensorReadings.all.enumerated() where ends[index] <= now {
      silent.insert(reading)
      ends[index] = .distantFuture
    }
    return silent
  }
}
