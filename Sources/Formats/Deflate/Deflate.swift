internal import Clibz

/// Compression with DEFLATE (RFC 1951).
///
/// No other code of the programs depends on zlib.
public enum Deflate {
  /// The formats of compressed data.
  public enum Form: Sendable {
    /// The form that browsers decompress themselves (RFC 1952).
    case gzip
    /// The shortest form with a checksum (RFC 1950).
    case zlib

    /// The argument `windowBits` of deflateInit2: 15 for a window of 2¹⁵ bytes, and 16 more for gzip.
    fileprivate var window: Int32 { self == .gzip ? 15 + 16 : 15 }
  }

  /// Returns `bytes` compressed as much as possible; nil if the result has more than `limit` bytes.
  public static func compress(_ bytes: [UInt8], _ form: Form, limit: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard
      unsafe deflateInit2_(
        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, form.window, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    var isWhole = false
    let room = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, count in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe (stream.next_in, stream.avail_in) = (bytes.baseAddress, UInt32(bytes.count))
        unsafe (stream.next_out, stream.avail_out) = (room.baseAddress, UInt32(limit))
        isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = unsafe Int(stream.total_out)
    }
    return isWhole ? room : nil
  }
}
