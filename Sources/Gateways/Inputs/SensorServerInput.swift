import Dialects
import Model
import Wire

/// SensorServer: a phone that serves its sensors as a WebSocket, which is asked for the two that steer, or else for
/// the one that all phones have.
extension Dialect {
  static let sensorServer = Dialect(
    transport: .sensorServer, port: PhoneSensorEvent.port, ports: 0, silence: pause,
    stream: .called(
      paths: [[.accelerometer, .gyroscope], [.accelerometer]].map(SensorServer.path(for:))),
    read: { (bytes, _) throws(DialectDrop) in
      // A phone that is asked for one sensor does not name it.
      let event = try PhoneSensorEvent(parsing: bytes, of: .accelerometer)
      return Reading { $0.follow(event) }
    })
}
