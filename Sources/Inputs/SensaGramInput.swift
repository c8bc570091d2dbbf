import Dialects
import Model
import Wire

/// SensaGram: a phone's sensors, each reading in a datagram of its own.
extension Dialect {
  static let sensaGram = Dialect(
    transport: .sensaGram, title: "SensaGram", port: PhoneSensorEvent.port, ports: 1, silence: pause
  ) { (bytes, _) throws(DialectDrop) in
    let event = try PhoneSensorEvent(parsing: bytes)
    return Reading { $0.follow(event) }
  }
}

extension Posture {
  /// Takes a reading over; those of the other sensors stay.
  fileprivate mutating func follow(_ event: PhoneSensorEvent) {
    var sample = motion ?? MotionSample(acceleration: .zero, rotation: .zero)
    switch event.sensor {
    case .accelerometer, .gravity:
      sample.acceleration = MotionSample(android: event.values, rotation: .zero).acceleration
    case .gyroscope: sample.rotation = MotionSample(android: .zero, rotation: event.values).rotation
    case .gameRotation, .rotation: return
    }
    motion = sample
  }
}
