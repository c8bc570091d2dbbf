internal import CLinux
internal import Glibc
public import Model

/// A UDP socket for IPv4 and IPv6 at once that never waits.
///
/// Where IPv6 is switched off it is an IPv4 socket; addresses look the same to the caller.
public struct DatagramSocket: ~Copyable {
  /// What to add to a poller.
  public let descriptor: Descriptor
  private let family: Int32
  private let batch: Batch

  /// The longest datagram that is received whole; of a longer one only the length is certain.
  public static let longest = Int(LINUX_DATAGRAM_ROOM) - 1

  /// The most datagrams that one ``receive()`` takes.
  public static let batchLimit = Int(LINUX_BATCH_LIMIT)

  /// A socket bound to `local`; address `::` is every address, port 0 any free port (bind(2)).
  ///
  /// - Throws: `SystemError` of `.socket`, or of `.bind`, with `EADDRINUSE` when another program has the port.
  public init(bound local: Endpoint = .anywhere) throws(SystemError) {
    let batch = try Batch()
    do throws(SystemError) {
      descriptor = try DatagramSocket.open(AF_INET6, bound: local)
      family = AF_INET6
    } catch {
      guard error.code == EAFNOSUPPORT, local.address == .any || local.address.v4 != nil else { throw error }
      descriptor = try DatagramSocket.open(AF_INET, bound: local)
      family = AF_INET
    }
    self.batch = batch
  }

  /// A UDP socket of IPv6 that is bound already, as a service manager hands it over.
  ///
  /// - Throws: `SystemError` of `.socket`, or of `.localAddress` when it is no such socket.
  public init(adopting descriptor: consuming Descriptor) throws(SystemError) {
    try check(linux_datagram_prepare(descriptor.number), .localAddress)
    batch = try Batch()
    self.descriptor = descriptor
    family = AF_INET6
  }

  /// A socket that hears nobody and reaches nobody, for where no port can be had; its port is 0.
  ///
  /// - Throws: `SystemError` of `.socket`.
  public static func deaf() throws(SystemError) -> DatagramSocket {
    let descriptor = Descriptor(owning: try check(linux_datagram_open(AF_UNIX), .socket))
    return DatagramSocket(descriptor, try Batch())
  }

  private init(_ descriptor: consuming Descriptor, _ batch: consuming Batch) {
    self.descriptor = descriptor
    self.batch = batch
    family = AF_INET6
  }

  private static func open(_ family: Int32, bound local: Endpoint) throws(SystemError) -> Descriptor {
    let descriptor = Descriptor(owning: try check(linux_datagram_open(family), .socket))
    var endpoint = linux_endpoint(local)
    try check(unsafe linux_datagram_bind(descriptor.number, family, &endpoint), .bind)
    return descriptor
  }

  /// Where the socket is bound, with the port that the kernel chose (getsockname(2)).
  ///
  /// - Throws: `SystemError` of `.localAddress`.
  public func localEndpoint() throws(SystemError) -> Endpoint {
    var endpoint = linux_endpoint()
    try check(unsafe linux_datagram_local(descriptor.number, &endpoint), .localAddress)
    return Endpoint(endpoint)
  }

  /// Lets datagrams go to broadcast addresses (SO_BROADCAST).
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func allowBroadcast() throws(SystemError) {
    try check(linux_datagram_allow_broadcast(descriptor.number), .socket)
  }

  /// Lets the kernel drop what has none of `shapes`, before it wakes anybody (SO_ATTACH_FILTER, socket(7)).
  ///
  /// - Precondition: at most 16 shapes.
  /// - Throws: `SystemError` of `.socket`.
  public func admit(only shapes: [DatagramShape]) throws(SystemError) {
    let shapes = shapes.map {
      linux_shape(
        first: $0.first, least: UInt16(clamping: $0.sizes.lowerBound),
        most: UInt16(clamping: $0.sizes.upperBound))
    }
    try check(unsafe linux_datagram_filter(descriptor.number, shapes, Int32(shapes.count)), .socket)
  }

  /// How many datagrams the kernel has dropped before they were received, of a shape that is not admitted or when the buffer was
  /// full; goes round at 2³².
  public var dropsInKernel: UInt32 {
    var drops: UInt32 = 0
    _ = unsafe linux_datagram_drops(descriptor.number, &drops)
    return drops
  }

  /// Takes up to ``batchLimit`` waiting datagrams in the place of the former ones (recvmmsg(2)).
  public mutating func receive() -> Transfer {
    Transfer(result: Int(unsafe linux_batch_receive(batch.memory, descriptor.number)))
  }

  /// Shows the datagram at `index` of the last ``receive()``, at most ``longest`` + 1 bytes, and its sender.
  public func withDatagram<Result: ~Copyable, Failure: Error>(
    _ index: Int, _ body: (Span<UInt8>, Endpoint) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition((0..<DatagramSocket.batchLimit).contains(index))
    let count = min(length(ofDatagram: index), DatagramSocket.longest + 1)
    let start = unsafe linux_batch_bytes(batch.memory, Int32(index))
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let sender = unsafe Endpoint(linux_batch_sender(batch.memory, Int32(index)))
    return try unsafe body(bytes.span, sender)
  }

  /// Shows the datagram at `index` of the last ``receive()``, at most ``longest`` + 1 bytes, to be changed where it lies, and
  /// its sender.
  public func withMutableDatagram<Result: ~Copyable>(
    _ index: Int, _ body: (inout MutableSpan<UInt8>, Endpoint) -> Result
  ) -> Result {
    precondition((0..<DatagramSocket.batchLimit).contains(index))
    let count = min(length(ofDatagram: index), DatagramSocket.longest + 1)
    let start = unsafe linux_batch_bytes(batch.memory, Int32(index))
    let sender = unsafe Endpoint(linux_batch_sender(batch.memory, Int32(index)))
    let bytes = unsafe UnsafeMutableBufferPointer(start: start, count: count)
    var span = unsafe bytes.mutableSpan
    return body(&span, sender)
  }

  /// How long the datagram at `index` was when it arrived, though only ``longest`` + 1 bytes are kept.
  public func length(ofDatagram index: Int) -> Int {
    precondition((0..<DatagramSocket.batchLimit).contains(index))
    return Int(unsafe linux_batch_length(batch.memory, Int32(index)))
  }

  /// Sends `bytes` as one datagram to `receiver` (sendto(2)); `.done` has no more to say than that.
  @discardableResult
  public func send(_ bytes: Span<UInt8>, to receiver: Endpoint) -> Transfer {
    var endpoint = linux_endpoint(receiver)
    let count = bytes.count
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe linux_datagram_send(descriptor.number, family, bytes.baseAddress, count, &endpoint)
    }
    return Transfer(result: result == 0 ? count : Int(result))
  }

  /// Memory for one batch of datagrams.
  @safe struct Batch: ~Copyable {
    let memory: OpaquePointer

    init() throws(SystemError) {
      guard let memory = unsafe linux_batch_create() else {
        throw SystemError(code: ENOMEM, call: .socket)
      }
      unsafe self.memory = unsafe memory
    }

    deinit {
      unsafe linux_batch_destroy(memory)
    }
  }
}

/// What a datagram may look like.
public struct DatagramShape: Hashable, Sendable {
  /// Its first byte.
  public var first: UInt8
  /// How many bytes it has.
  public var sizes: ClosedRange<Int>

  /// The shape of datagrams of `sizes` bytes that begin with `first`.
  public init(first: UInt8, sizes: ClosedRange<Int>) {
    (self.first, self.sizes) = (first, sizes)
  }
}

extension Address {
  /// Every address of this host, `::`.
  public static let any = Address(high: 0, low: 0)
}

extension Endpoint {
  /// Every address of this host and any free port.
  public static let anywhere = Endpoint(address: .any, port: 0)

  /// The endpoint as C has it.
  init(_ endpoint: linux_endpoint) {
    self.init(
      address: Address(high: endpoint.high, low: endpoint.low), port: endpoint.port, scope: endpoint.scope)
  }
}

extension linux_endpoint {
  /// The endpoint as the rest of the program has it.
  init(_ endpoint: Endpoint) {
    self.init(
      high: endpoint.address.high, low: endpoint.address.low, scope: endpoint.scope, port: endpoint.port)
  }
}
