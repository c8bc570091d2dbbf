import Dialects
import Model
import Wire

/// SensorServer: a phone that serves its sensors over a WebSocket.
///
/// The gateway requests the accelerometer and the gyroscope. If the phone refuses, the gateway requests the
/// accelerometer alone, which every phone has.
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
