public import Wire

/// The pose of a head in opentrack's "UDP over network".
///
/// It has 48 bytes: six little-endian 64-bit numbers in the order of the fields below. Source: opentrack's tracker-udp,
/// whose order is that of its enumeration of axes; a manual that puts the yaw first is wrong.
public struct HeadPose: Hashable, Sendable {
  /// The position in cm, ±``farthest``: x to the right, y up, z away from the screen.
  public var x, y, z: Double
  /// The rotation in degrees, ±``widest``.
  ///
  /// Yaw is about the vertical axis, pitch about the ear-to-ear axis, and roll about the line of sight.
  public var yaw, pitch, roll: Double

  /// The size, in bytes.
  public static let size = 48
  /// The default port on which opentrack listens.
  public static let port: UInt16 = 4_242
  /// The maximum accepted distance, in cm: 100 m, farther than any tracker sees.
  public static let farthest = 10_000.0
  /// The maximum accepted angle, in degrees: two turns, for senders that do not wrap angles.
  public static let widest = 720.0

  /// Creates a pose, by default at the origin and looking straight ahead.
  public init(
    x: Double = 0, y: Double = 0, z: Double = 0, yaw: Double = 0, pitch: Double = 0, roll: Double = 0
  ) {
    (self.x, self.y, self.z) = (x, y, z)
    (self.yaw, self.pitch, self.roll) = (yaw, pitch, roll)
  }

  /// Decodes the pose in `bytes`.
  ///
  /// - Throws: `size`, `notFinite`, or `range` for a position or an angle beyond the limits.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    guard bytes.count == HeadPose.size else { throw .size }
    x = try bytes.number(0, within: HeadPose.farthest)
    y = try bytes.number(1, within: HeadPose.farthest)
    z = try bytes.number(2, within: HeadPose.farthest)
    yaw = try bytes.number(3, within: HeadPose.widest)
    pitch = try bytes.number(4, within: HeadPose.widest)
    roll = try bytes.number(5, within: HeadPose.widest)
  }

  /// The bytes of the pose.
  public var datagram: Datagram<48> {
    var datagram = Datagram<48>()
    datagram.append(x.bitPattern)
    datagram.append(y.bitPattern)
    datagram.append(z.bitPattern)
    datagram.append(yaw.bitPattern)
    datagram.append(pitch.bitPattern)
    datagram.append(roll.bitPattern)
    return datagram
  }
}

extension Span<UInt8> {
  /// Returns the number at `index` if it is finite and at most `limit` from zero.
  fileprivate func number(_ index: Int, within limit: Double) throws(DialectDrop) -> Double {
    let number = Double(bitPattern: little64(at: 8 * index))
    guard number.isFinite else { throw .notFinite }
    guard number.magnitude <= limit else { throw .range }
    return number
  }
}
