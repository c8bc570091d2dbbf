internal import CLinux
public import Model

/// The datagrams that the kernel passes to a UDP socket; it drops all others before they wake the process.
public struct DatagramFilter: Hashable, Sendable {
  /// The forms that a datagram may have, 1 to 16.
  public var shapes: [DatagramShape]
  /// The senders whose datagrams of these shapes are all passed, at most 256.
  public var friends: [Endpoint]
  /// The share of the other senders' datagrams that is passed: from 0, for none, to `UInt32.max`, for all.
  ///
  /// The datagrams are chosen at random.
  public var share: UInt32

  /// Creates a filter that checks the shapes of datagrams and, unless `share` is `UInt32.max`, their senders.
  public init(shapes: [DatagramShape], friends: [Endpoint] = [], share: UInt32 = .max) {
    (self.shapes, self.friends, self.share) = (shapes, friends, share)
  }
}

/// A form that a datagram may have.
public struct DatagramShape: Hashable, Sendable {
  /// The first byte.
  public var first: UInt8
  /// The allowed lengths, in bytes.
  public var sizes: ClosedRange<Int>

  /// Creates the shape of datagrams of `sizes` bytes that begin with `first`.
  public init(first: UInt8, sizes: ClosedRange<Int>) {
    (self.first, self.sizes) = (first, sizes)
  }
}

extension DatagramSocket {
  /// Makes the kernel drop the datagrams that `filter` does not pass (SO_ATTACH_FILTER, socket(7)).
  ///
  /// A filter replaces the previous one.
  ///
  /// - Throws: `SystemError` of `.socket`, with `EINVAL` without a shape, or for too many shapes or friends.
  public func admit(only filter: DatagramFilter) throws(SystemError) {
    let shapes = filter.shapes.map {
      linux_shape(
        first: $0.first, least: UInt16(clamping: $0.sizes.lowerBound),
        most: UInt16(clamping: $0.sizes.upperBound))
    }
    let friends = filter.friends.map { linux_endpoint($0) }
    let result = unsafe shapes.withUnsafeBufferPointer { shapes in
      unsafe friends.withUnsafeBufferPointer { friends in
        var form = unsafe linux_filter(
          shapes: shapes.baseAddress, friends: friends.baseAddress, shape_count: CInt(clamping: shapes.count),
          friend_count: CInt(clamping: friends.count), share: filter.share)
        return unsafe linux_datagram_filter(descriptor.number, &form)
      }
    }
    try check(result, .socket)
  }
}
