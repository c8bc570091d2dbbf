import Notation

/// An Android phone's sensor reading from SensaGram or SensorServer: `{"type":…,"timestamp":…,"values":[…]}`.
///
/// SensaGram sends each reading in its own UDP datagram. SensorServer sends them over a WebSocket served by the phone,
/// and omits the type if only one sensor was requested. Sources: SensaGram d438730 and SensorServer f68c375, both by
/// umer0586.
public struct PhoneSensorEvent: Hashable, Sendable {
  /// The sensor.
  public var sensor: PhoneSensor
  /// The first three values, in the sensor's unit.
  ///
  /// They are in Android's frame: x right, y to the top edge, z out of the screen.
  public var values: Vector
  /// The time of the measurement, in ns since the phone's start, rounded to 53 bits.
  public var time: Int64

  /// The default UDP port of SensaGram, and the default TCP port of SensorServer.
  public static let port: UInt16 = 8_080

  /// The maximum accepted time, in ns: 285 years.
  private static let latest = 9e18

  /// Creates a reading.
  public init(_ sensor: PhoneSensor, _ values: Vector, time: Int64) {
    (self.sensor, self.values, self.time) = (sensor, values, time)
  }

  /// Decodes the reading in `bytes`; its sensor is `asked` if it names none.
  ///
  /// - Throws: `size`, `syntax`, `depth`, `notFinite`, `field`, `range`, or `kind` for an unknown sensor.
  public init(parsing bytes: Span<UInt8>, of asked: PhoneSensor? = nil) throws(DialectDrop) {
    let members = try JSONMembers(parsing: bytes)
    switch (members.value("type", in: bytes), asked) {
    case (.text(let place), _):
      guard let sensor = PhoneSensor(bytes.extracting(place)) else { throw .kind }
      self.sensor = sensor
    case (nil, let asked?): sensor = asked
    default: throw .field
    }
    guard case .number(let time) = members.value("timestamp", in: bytes) else { throw .field }
    guard time >= 0, time <= PhoneSensorEvent.latest else { throw .range }
    self.time = Int64(time)
    values = try members.list("values", within: sensor.limit, in: bytes)
  }
}

/// The Android sensors that reveal something about a phone's attitude.
public enum PhoneSensor: CaseIterable, Sendable {
  /// Acceleration in m/s², including gravity.
  case accelerometer
  /// Gravity alone, in m/s², separated from movement by Android.
  case gravity
  /// Rotation in rad/s, right-handed.
  case gyroscope
  /// The attitude as x, y and z of a unit quaternion, without and with the compass.
  case gameRotation, rotation

  /// The name of the sensor in messages and in SensorServer's URLs.
  public var name: StaticString {
    switch self {
    case .accelerometer: "android.sensor.accelerometer"
    case .gravity: "android.sensor.gravity"
    case .gyroscope: "android.sensor.gyroscope"
    case .gameRotation: "android.sensor.game_rotation_vector"
    case .rotation: "android.sensor.rotation_vector"
    }
  }

  fileprivate var limit: Float {
    switch self {
    case .accelerometer, .gravity: SensorLimit.acceleration
    case .gyroscope: SensorLimit.rotation
    case .gameRotation, .rotation: 1.01
    }
  }

  fileprivate init?(_ word: Span<UInt8>) {
    for sensor in PhoneSensor.allCases where word.equals(sensor.name, in: word.indices) {
      self = sensor
      return
    }
    return nil
  }
}

/// The URLs of SensorServer's WebSockets.
public enum SensorServer {
  /// Returns the path for the events of `sensors`, at least one.
  ///
  /// With a single sensor, the events do not contain a type. Quotation marks are escaped as in browsers.
  public static func path(for sensors: [PhoneSensor]) -> String {
    if sensors.count == 1 { return "/sensor/connect?type=\(sensors[0].name)" }
    let names = sensors.map { "%22\($0.name)%22" }
    return "/sensors/connect?types=[\(names.joined(separator: ","))]"
  }
}

/// A finger on the screen of a phone that runs SensorServer: `{"x":…,"y":…,"action":"ACTION_…"}`.
///
/// The phone serves it at `/touchscreen`.
public struct PhoneTouch: Hashable, Sendable {
  /// The position in pixels from the top left corner.
  public var x, y: Float
  /// The phase of the contact.
  public var phase: Phase

  /// The phases of a contact.
  public enum Phase: Sendable {
    /// The finger came down, moved, or was lifted.
    case down, move, up
  }

  /// The maximum accepted distance from the corner, in pixels.
  private static let farthest = 100_000.0

  /// Creates a finger.
  public init(x: Float, y: Float, _ phase: Phase) {
    (self.x, self.y, self.phase) = (x, y, phase)
  }

  /// Decodes the message in `bytes`.
  ///
  /// - Throws: `size`, `syntax`, `depth`, `notFinite`, `field` or `range`.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    let members = try JSONMembers(parsing: bytes)
    x = try members.number("x", within: PhoneTouch.farthest, in: bytes)
    y = try members.number("y", within: PhoneTouch.farthest, in: bytes)
    let action = try members.text("action", in: bytes)
    if bytes.equals("ACTION_DOWN", in: action) {
      phase = .down
    } else if bytes.equals("ACTION_MOVE", in: action) {
      phase = .move
    } else if bytes.equals("ACTION_UP", in: action) {
      phase = .up
    } else {
      throw .field
    }
  }
}
