import Dialects
import Model
import Wire

/// SensaGram: a phone's sensors, each reading in its own datagram.
extension Dialect {
  static let sensaGram = Dialect(
    transport: .sensaGram, port: PhoneSensorEvent.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    let event = try PhoneSensorEvent(parsing: bytes)
    return Reading(stamp: Instant(nanoseconds: event.time)) { $0.follow(event) }
  }
}

extension SourceState {
  mutating func follow(_ event: PhoneSensorEvent) {
    switch event.sensor {
    case .accelerometer, .gravity:
      sense(MotionSample(android: event.values, rotation: .zero).acceleration, into: \.acceleration)
    case .gyroscope: sense(MotionSample(android: .zero, rotation: event.values).rotation, into: \.rotation)
    case .gameRotation, .rotation: break
    }
  }
}
