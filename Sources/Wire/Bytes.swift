/// Little-endian reads; the caller has checked the length (docs/protocol.md: all integers little-endian).
extension Span where Element == UInt8 {
  func u16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  func i16(at offset: Int) -> Int16 {
    Int16(bitPattern: u16(at: offset))
  }

  func u32(at offset: Int) -> UInt32 {
    UInt32(u16(at: offset)) | UInt32(u16(at: offset + 2)) << 16
  }

  func u64(at offset: Int) -> UInt64 {
    UInt64(u32(at: offset)) | UInt64(u32(at: offset + 4)) << 32
  }

  func f32(at offset: Int) -> Float {
    Float(bitPattern: u32(at: offset))
  }
}

/// Bytes being put together, little-endian, in a buffer of fixed size.
public struct Datagram<let capacity: Int>: Sendable {
  /// How many bytes there are.
  public private(set) var count = 0
  private var storage = InlineArray<capacity, UInt8>(repeating: 0)

  /// No bytes yet.
  public init() {}

  /// The bytes, for as long as `body` runs.
  public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span.extracting(first: count))
  }

  /// The byte at `index`.
  public subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// Adds one byte.
  ///
  /// - Precondition: there is room; what we send is bounded by construction.
  public mutating func append(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  /// Adds an integer, least significant byte first.
  public mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<Number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest = Number.bitWidth > 8 ? rest >> 8 : 0
    }
  }

  /// Adds a 32-bit IEEE 754 number.
  public mutating func append(_ number: Float) {
    append(number.bitPattern)
  }

  /// Adds `bytes` as they are.
  public mutating func append(contentsOf bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  /// Adds the header of a frame whose body of `length` bytes follows.
  mutating func append(_ frame: FrameType, length: Int) {
    append(frame.rawValue)
    append(UInt8(length))
  }
}
