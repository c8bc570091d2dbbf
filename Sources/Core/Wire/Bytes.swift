/// Little-endian reads (docs/protocol.md: all integers are little-endian); the caller has checked the length.
///
/// The reads are always inlined, so that one bounds check serves several bytes: this saves a tenth of the cost of a
/// packet.
extension Span where Element == UInt8 {
  @inline(__always) func u16(at offset: Int) -> UInt16 {
    UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
  }

  @inline(__always) func i16(at offset: Int) -> Int16 {
    Int16(bitPattern: u16(at: offset))
  }

  @inline(__always) func u32(at offset: Int) -> UInt32 {
    UInt32(u16(at: offset)) | UInt32(u16(at: offset + 2)) << 16
  }

  @inline(__always) func u64(at offset: Int) -> UInt64 {
    UInt64(u32(at: offset)) | UInt64(u32(at: offset + 4)) << 32
  }

  @inline(__always) func f32(at offset: Int) -> Float {
    Float(bitPattern: u32(at: offset))
  }

  /// Checks the type and the size of a message on a local socket.
  ///
  /// - Throws: `tooShort`, `tooLong` or `unknownType`.
  func check(type: UInt8, size: ClosedRange<Int>) throws(Drop) {
    guard count >= size.lowerBound else { throw .tooShort }
    guard count <= size.upperBound else { throw .tooLong }
    guard self[0] == type else { throw .unknownType }
  }

  /// Checks the type of a message, and its size, which is fixed.
  func check(type: UInt8, size: Int) throws(Drop) { try check(type: type, size: size...size) }
}

/// A buffer of fixed capacity in which a datagram is assembled, little-endian.
///
/// Code for any capacity is a hundred times as slow as code for one capacity. Therefore the methods are inlinable, and
/// datagrams that are sent often are assembled in this module, by a function that fixes the capacity
/// (docs/decisions/0005).
public struct Datagram<let capacity: Int>: Sendable {
  /// The number of bytes in use.
  @inlinable public var count: Int { end }

  @usableFromInline var end = 0
  @usableFromInline var storage: InlineArray<capacity, UInt8>

  /// Creates an empty datagram.
  @inlinable public init() {
    storage = InlineArray(repeating: 0)
  }

  /// Calls `body` with the bytes in use; the span is valid only during the call.
  @inlinable public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span.extracting(first: end))
  }

  /// Calls `body` with the whole buffer, of which the first ``count`` bytes are in use.
  ///
  /// The span is valid only during the call.
  @inlinable public mutating func withMutableBytes<Result>(
    _ body: (inout MutableSpan<UInt8>) -> Result
  ) -> Result {
    var bytes = storage.mutableSpan
    return body(&bytes)
  }

  /// The byte at `index`.
  @inlinable public subscript(index: Int) -> UInt8 {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  /// Removes all bytes; the buffer itself is not cleared.
  @inlinable public mutating func removeAll() {
    end = 0
  }

  /// Appends one byte.
  ///
  /// - Precondition: The buffer has room; everything that is sent is bounded by construction.
  @inlinable public mutating func append(_ byte: UInt8) {
    storage[end] = byte
    end += 1
  }

  /// Appends an integer, least significant byte first.
  @inlinable public mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<Number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest = Number.bitWidth > 8 ? rest >> 8 : 0
    }
  }

  /// Appends a 32-bit IEEE 754 number, least significant byte first.
  @inlinable public mutating func append(_ number: Float) {
    append(number.bitPattern)
  }

  /// Appends `bytes` unchanged.
  @inlinable public mutating func append(contentsOf bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  /// Appends the header of a frame whose body of `length` bytes follows.
  mutating func append(_ frame: FrameType, length: Int) {
    append(frame.rawValue)
    append(UInt8(length))
  }
}
