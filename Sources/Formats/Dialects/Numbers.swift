import Wire

/// Functions that read numbers; the caller checks the length first.
extension Span<UInt8> {
  @inline(__always) func little16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  @inline(__always) func little32(at offset: Int) -> UInt32 {
    UInt32(little16(at: offset)) | UInt32(little16(at: offset + 2)) << 16
  }

  @inline(__always) func little64(at offset: Int) -> UInt64 {
    UInt64(little32(at: offset)) | UInt64(little32(at: offset + 4)) << 32
  }

  @inline(__always) func big16(at offset: Int) -> UInt16 { little16(at: offset).byteSwapped }

  @inline(__always) func big32(at offset: Int) -> UInt32 { little32(at: offset).byteSwapped }

  @inline(__always) func big64(at offset: Int) -> UInt64 { little64(at: offset).byteSwapped }

  /// Returns the three little-endian 32-bit numbers at `offset`, if they are finite and at most `limit` from zero.
  func vector(at offset: Int, within limit: Float) throws(DialectDrop) -> Vector {
    let vector = Vector(
      x: Float(bitPattern: little32(at: offset)), y: Float(bitPattern: little32(at: offset + 4)),
      z: Float(bitPattern: little32(at: offset + 8)))
    try vector.check(within: limit)
    return vector
  }
}

extension Datagram {
  /// Appends three little-endian 32-bit numbers.
  mutating func append(_ vector: Vector) {
    append(vector.x)
    append(vector.y)
    append(vector.z)
  }
}

/// Three finite numbers along or about x, y and z, in their message's unit and frame.
public struct Vector: Hashable, Sendable {
  /// A component of the vector.
  public var x, y, z: Float

  /// Creates a vector of three components.
  public init(x: Float = 0, y: Float = 0, z: Float = 0) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// A vector of zero length.
  public static let zero = Vector()

  /// Checks that the components are finite and at most `limit` from zero.
  ///
  /// - Throws: `notFinite` or `range`.
  func check(within limit: Float) throws(DialectDrop) {
    guard x.isFinite, y.isFinite, z.isFinite else { throw .notFinite }
    guard max(x.magnitude, y.magnitude, z.magnitude) <= limit else { throw .range }
  }
}

/// The limits of accepted sensor readings, well beyond what phones and pads can measure.
public enum SensorLimit {
  /// The acceleration limit, in m/s²: about 100 g.
  public static let acceleration: Float = 1_000
  /// The rotation limit, in rad/s: about 160 turns a second.
  public static let rotation: Float = 1_000
  /// The limit of magnetic fields, in µT.
  public static let field: Float = 100_000
}
