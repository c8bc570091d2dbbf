import Model

/// The readings of a controller's sensors, each of which rests when its own sensor falls silent.
struct SensorReadings: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The rotation.
  static let rotation = SensorReadings(rawValue: 1)
  /// The acceleration, whose gravity steers.
  static let acceleration = SensorReadings(rawValue: 2)
  /// The angles that the controller itself reports, and the stick that they move.
  static let attitude = SensorReadings(rawValue: 4)

  /// Each reading.
  static let all: [SensorReadings] = [.rotation, .acceleration, .attitude]
}

/// The times at which a controller's sensors are considered silent.
///
/// A button that is not mentioned may well be held. A sensor always has something to report, so its last reading
/// means nothing once the sensor has stopped, even if the rest of its controller continues.
struct SensorTimes: Sendable {
  /// The silence of a sensor after which its reading rests, as that of a whole controller does (docs/protocol.md, "Silence").
  static let patience = Interval.milliseconds(900)

  private var ends = [Instant](repeating: .distantFuture, count: SensorReadings.all.count)

  /// The time at which the next sensor is considered silent; the distant future if there is none.
  var next: Instant { ends.reduce(.distantFuture, min) }

  /// Notes that the sensors of `readings` were heard at `now`.
  mutating func note(_ readings: SensorReadings, at now: Instant) {
    for (index, reading) in SensorReadings.all.enumerated() where readings.contains(reading) {
      ends[index] = now + SensorTimes.patience
    }
  }

  /// Removes and returns the readings whose sensors have been silent for too long by `now`.
  mutating func nextSilent(at now: Instant) -> SensorReadings {
    var silent: SensorReadings = []
    for (index, reading) in SensorReadings.all.enumerated() where ends[index] <= now {
      silent.insert(reading)
      ends[index] = .distantFuture
    }
    return silent
  }
}
