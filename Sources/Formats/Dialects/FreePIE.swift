public import Wire

/// A message from the Android app FreePIE IMU, at most 50 bytes.
///
/// It contains the phone's number, flags, and little-endian 32-bit numbers.
///
/// Flag 1 announces nine sensor readings, flag 2 three numbers for the attitude, which follow them. Source: opentrack's
/// tracker-freepie-udp, and the app in its folder contrib.
public struct FreePIEMessage: Hashable, Sendable {
  /// The number that the user has given the phone, 0 to 255.
  public var device: UInt8
  /// The readings of the sensors; nil if the message has none.
  public var sensors: Sensors?
  /// The attitude in rad, ±``widest``: x is yaw, y is pitch, z is roll; nil if the message has none.
  public var attitude: Vector?

  /// The default port on which FreePIE and opentrack listen.
  public static let port: UInt16 = 5_555
  /// The maximum accepted angle, in rad: two turns.
  public static let widest = 4 * Float.pi

  /// The readings of a phone's sensors in Android's frame: x right, y to the top edge, z out of the screen.
  public struct Sensors: Hashable, Sendable {
    /// Acceleration in m/s², including gravity.
    public var acceleration: Vector
    /// Rotation in rad/s, right-handed.
    public var rotation: Vector
    /// The magnetic field in µT.
    public var field: Vector

    /// Creates the readings of the three sensors.
    public init(acceleration: Vector, rotation: Vector, field: Vector) {
      (self.acceleration, self.rotation, self.field) = (acceleration, rotation, field)
    }
  }

  private enum Flag {
    static let sensors: UInt8 = 1
    static let attitude: UInt8 = 2
  }

  private static let header = 2
  private static let sensorsSize = 36
  private static let attitudeSize = 12

  /// Creates a message from a phone.
  public init(device: UInt8, sensors: Sensors?, attitude: Vector?) {
    (self.device, self.sensors, self.attitude) = (device, sensors, attitude)
  }

  /// Decodes the message in `bytes`.
  ///
  /// - Throws: `size` if the number of bytes does not match the flags; `kind` for other flags or none; `notFinite`;
  ///   `range` for a wider angle, or a reading that no sensor has.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard bytes.count >= FreePIEMessage.header else { throw .size }
    device = bytes[0]
    let flags = bytes[1]
    guard (1...3).contains(flags) else { throw .kind }
    let attitudeStart =
      FreePIEMessage.header + (flags & Flag.sensors == 0 ? 0 : FreePIEMessage.sensorsSize)
    let end = attitudeStart + (flags & Flag.attitude == 0 ? 0 : FreePIEMessage.attitudeSize)
    guard bytes.count == end else { throw .size }
    if flags & Flag.sensors != 0 {
      sensors = Sensors(
        acceleration: try bytes.vector(at: 2, within: SensorLimit.acceleration),
        rotation: try bytes.vector(at: 14, within: SensorLimit.rotation),
        field: try bytes.vector(at: 26, within: SensorLimit.field))
    }
    if flags & Flag.attitude != 0 {
      attitude = try bytes.vector(at: attitudeStart, within: FreePIEMessage.widest)
    }
  }

  /// The bytes of the message.
  public var datagram: Datagram<50> {
    var datagram = Datagram<50>()
    datagram.append(device)
    datagram.append((sensors == nil ? 0 : Flag.sensors) | (attitude == nil ? 0 : Flag.attitude))
    if let sensors {
      datagram.append(sensors.acceleration)
      datagram.append(sensors.rotation)
      datagram.append(sensors.field)
    }
    if let attitude { datagram.append(attitude) }
    return datagram
  }
}
