internal import CLinux
internal import Glibc
public import Model

/// A non-blocking UDP socket for both IPv4 and IPv6.
///
/// If IPv6 is switched off, it is an IPv4 socket; the caller sees the same kind of addresses.
public struct DatagramSocket: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor
  private let family: Int32
  let batch: Batch

  /// The maximum size of a datagram that is received whole, in bytes.
  ///
  /// A longer datagram is cut; its length on arrival is still known.
  public static let longest = Int(LINUX_DATAGRAM_ROOM) - 1

  /// The maximum number of datagrams that one call of ``receive()`` returns.
  public static let batchLimit = Int(LINUX_BATCH_LIMIT)

  /// Creates a socket bound to `local`; the address `::` stands for every address, port 0 for any free port (bind(2)).
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

  /// Adopts a bound IPv6 UDP socket, as a service manager passes it.
  ///
  /// - Throws: `SystemError` of `.socket`, or of `.localAddress` when the descriptor is not such a socket.
  public init(adopting descriptor: consuming Descriptor) throws(SystemError) {
    try check(linux_datagram_prepare(descriptor.number), .localAddress)
    batch = try Batch()
    self.descriptor = descriptor
    family = AF_INET6
  }

  /// Returns whether the descriptor `number` is a UDP socket that can be adopted.
  static func canAdopt(_ number: Int32) -> Bool { linux_datagram_prepare(number) == 0 }

  /// Returns a socket that neither sends nor receives, for use when no port is available; its port is 0.
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

  /// Returns the endpoint to which the socket is bound, with the port that the kernel chose (getsockname(2)).
  ///
  /// - Throws: `SystemError` of `.localAddress`.
  public func localEndpoint() throws(SystemError) -> Endpoint {
    var endpoint = linux_endpoint()
    try check(unsafe linux_datagram_local(descriptor.number, &endpoint), .localAddress)
    return Endpoint(endpoint)
  }

  /// Allows datagrams to broadcast addresses (SO_BROADCAST).
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func allowBroadcast() throws(SystemError) {
    try check(linux_datagram_allow_broadcast(descriptor.number), .socket)
  }

  /// The number of datagrams that the kernel has dropped because of the filter or a full buffer, modulo 2³².
  public var dropsInKernel: UInt32 { DatagramSocket.drops(at: descriptor) }

  /// Returns the number of datagrams that the kernel has dropped at the socket `descriptor`.
  static func drops(at descriptor: borrowing Descriptor) -> UInt32 {
    var drops: UInt32 = 0
    _ = unsafe linux_datagram_drops(descriptor.number, &drops)
    return drops
  }

  /// The time since the kernel received the last datagram that was read (SIOCGSTAMPNS, socket(7)).
  ///
  /// The value is nil if the time is unknown.
  ///
  /// A time below 0.5 µs is ignored, because the kernel has recorded no arrival and reports the current time instead.
  /// A time above 1 s is ignored, because the system clock was set in the meantime.
  public var age: Interval? {
    let age = Interval(nanoseconds: linux_datagram_age(descriptor.number))
    return DatagramSocket.credibleAges.contains(age) ? age : nil
  }

  private static let credibleAges = Interval(nanoseconds: 500)...Interval.seconds(1)

  /// Receives up to ``batchLimit`` waiting datagrams, which replace the previous ones (recvmmsg(2)).
  public mutating func receive() -> Transfer {
    Transfer(result: Int(unsafe linux_batch_receive(batch.memory, descriptor.number, LINUX_BATCH_LIMIT)))
  }

  /// Passes the datagram at `index` of the last ``receive()``, at most ``longest`` + 1 bytes, and its sender to `body`.
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

  /// Passes the datagram at `index` of the last ``receive()``, at most ``longest`` + 1 bytes, and its sender to `body`.
  ///
  /// `body` may change the bytes in place.
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

  /// Returns the first byte of the datagram at `index` of the last ``receive()``; nil for an empty datagram.
  public func firstByte(ofDatagram index: Int) -> UInt8? {
    precondition((0..<DatagramSocket.batchLimit).contains(index))
    guard unsafe linux_batch_length(batch.memory, Int32(index)) > 0 else { return nil }
    return unsafe linux_batch_bytes(batch.memory, Int32(index))[0]
  }

  /// Returns the length of the datagram at `index` on arrival, in bytes; only ``longest`` + 1 bytes of it are stored.
  public func length(ofDatagram index: Int) -> Int {
    precondition((0..<DatagramSocket.batchLimit).contains(index))
    return Int(unsafe linux_batch_length(batch.memory, Int32(index)))
  }

  /// Sends `bytes` as one datagram to `receiver` (sendmsg(2)); the result `.done` does not mean that it arrives.
  ///
  /// On a machine with several addresses, the datagram is sent from the address to which the newest datagram
  /// from `receiver` came, because `receiver` might not accept another address. The socket remembers these
  /// addresses for about a thousand senders; for other receivers, the kernel chooses the address.
  @discardableResult
  public func send(_ bytes: Span<UInt8>, to receiver: Endpoint) -> Transfer {
    var endpoint = linux_endpoint(receiver)
    let count = bytes.count
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe linux_batch_answer(
        batch.memory, descriptor.number, family, bytes.baseAddress, count, &endpoint)
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

extension Address {
  /// Every address of this host, `::`.
  public static let any = Address(high: 0, low: 0)
}

extension Endpoint {
  /// Every address of this host and any free port.
  public static let anywhere = Endpoint(address: .any, port: 0)

  /// Creates the endpoint from its C form.
  init(_ endpoint: linux_endpoint) {
    self.init(
      address: Address(high: endpoint.high, low: endpoint.low), port: endpoint.port, scope: endpoint.scope)
  }
}

extension linux_endpoint {
  /// Creates the C form of `endpoint`.
  init(_ endpoint: Endpoint) {
    self.init(
      high: endpoint.address.high, low: endpoint.address.low, scope: endpoint.scope, port: endpoint.port)
  }
}
