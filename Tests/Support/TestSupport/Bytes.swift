public import Cryptography
public import Wire

extension Array where Element == UInt8 {
  /// Calls `body` with the bytes, which it may change in place like a receiver of a datagram, and returns its result.
  public mutating func withMutableBytes<Result>(_ body: (inout MutableSpan<UInt8>) -> Result) -> Result {
    var span = mutableSpan
    return body(&span)
  }

  /// Calls `body` with a copy of the bytes, which it may change in place, and returns its result.
  public func withCopy<Result>(_ body: (inout MutableSpan<UInt8>) -> Result) -> Result {
    var copy = self
    return copy.withMutableBytes(body)
  }
}

extension Span where Element == UInt8 {
  /// The bytes as an array.
  public var array: [UInt8] { indices.map { self[$0] } }
}

extension InlineArray where Element == UInt8 {
  /// The bytes as an array.
  public var array: [UInt8] { indices.map { self[$0] } }
}

extension Datagram {
  /// The bytes in use as an array.
  public var array: [UInt8] { withBytes { $0.array } }
}

extension Secret {
  /// The bytes as an array.
  public var array: [UInt8] { withBytes { $0.array } }
}
