import Dialects
import Model
import Wire

/// SensorServer: a phone that serves its sensors over a WebSocket.
///
/// The gateway asks for the two sensors that steer, or else for the one that every phone has.
extension Dialect {
  static let sensorServer = Dialect(
    transport: .sensorServer, port: PhoneSensorEvent.port, ports: 0, silence: pause,
    stream: .called(
      paths: [[.accelerometer, .gyroscope], [.accelerometer]].map(SensorServer.path(for:))),
    read: { (bytes, _) throws(DialectDrop) in
      // A phone that is asked for one sensor does not name it.
      let event = try PhoneSensorEvent(parsing: bytes, of: .accelerometer)
      return Reading(stamp: Instant(nanoseconds: event.time)) { $0.follow(event) }
    })
}
