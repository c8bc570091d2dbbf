/// Little-endian reads; the caller has checked the length (docs/protocol.md: all integers little-endian).
///
/// Always inlined, so that one check of the bounds serves several bytes: that is a tenth of a packet's cost.
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
}

/// Bytes being put together, little-endian, in a buffer of fixed size.
///
/// Code for any capacity is a hundred times as slow as code for one. Therefore the methods are inlinable, and what is
/// sent often is put together in this module, by a function that fixes the capacity (docs/decisions/0005).
public struct Datagram<let capacity: Int>: Sendable {
  /// How many bytes there are.
  @inlinable public var count: Int { end }

  @usableFromInline var end = 0
  @usableFromInline var storage: InlineArray<capacity, UInt8>

  /// No bytes yet.
  @inlinable public init() {
    storage = InlineArray(repeating: 0)
  }

  /// The bytes, for as long as `body` runs.
  @inlinable public func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span.extracting(first: end))
  }

  /// The whole buffer, of which the first ``count`` bytes are used, to be changed for as long as `body` runs.
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

  /// Takes all bytes away; what they were stays in the buffer.
  @inlinable public mutating func removeAll() {
    end = 0
  }

  /// Adds one byte.
  ///
  /// - Precondition: there is room; what we send is bounded by construction.
  @inlinable public mutating func append(_ byte: UInt8) {
    storage[end] = byte
    end += 1
  }

  /// Adds an integer, least significant byte first.
  @inlinable public mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<Number.bitWidth / 8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest = Number.bitWidth > 8 ? rest >> 8 : 0
    }
  }

  /// Adds a 32-bit IEEE 754 number.
  @inlinable public mutating func append(_ number: Float) {
    append(number.bitPattern)
  }

  /// Adds `bytes` as they are.
  @inlinable public mutating func append(contentsOf bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }

  /// Adds the header of a frame whose body of `length` bytes follows.
  mutating func append(_ frame: FrameType, length: Int) {
    append(frame.rawValue)
    append(UInt8(length))
  }
}
