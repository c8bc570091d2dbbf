internal import CLinux
internal import Glibc
public import Model

/// One end of a non-blocking byte stream (tcp(7), unix(7)).
public struct StreamConnection: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor

  init(descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Begins a TCP connection to `remote`; a poller reports when it is open (connect(2)).
  ///
  /// - Throws: `SystemError` of `.socket` or `.connect`.
  public init(connectingTo remote: Endpoint) throws(SystemError) {
    let family = remote.address.v4 == nil ? AF_INET6 : AF_INET
    let descriptor = Descriptor(owning: try check(linux_stream_open(family), .socket))
    var endpoint = linux_endpoint(remote)
    try check(unsafe linux_stream_connect(descriptor.number, family, &endpoint), .connect)
    self.descriptor = descriptor
  }

  /// Returns the other end of a TCP connection (getpeername(2)).
  ///
  /// - Throws: `SystemError` of `.connect` when the connection has ended.
  public func remoteEndpoint() throws(SystemError) -> Endpoint {
    var endpoint = linux_endpoint()
    try check(unsafe linux_stream_peer(descriptor.number, &endpoint), .connect)
    return Endpoint(endpoint)
  }

  /// Makes the kernel send small messages immediately, and end a TCP connection whose other end stays silent.
  ///
  /// The connection ends when the other end has not answered for `seconds`, 2 or more.
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func keep(forAtMost seconds: Int32) throws(SystemError) {
    try check(linux_stream_keep(descriptor.number, seconds), .socket)
  }

  /// Makes the kernel send small messages immediately, and accept more only while at most `backlog` bytes are unsent.
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func hasten(backlog: Int32) throws(SystemError) {
    try check(linux_stream_hasten(descriptor.number, backlog), .socket)
  }

  /// Receives available bytes into the start of `room`, as many as fit.
  ///
  /// `.done(0)` means that the other end sends nothing more.
  public func receive(into room: inout [UInt8]) -> Transfer {
    unsafe room.withUnsafeMutableBytes { room in
      Transfer(result: repeated { unsafe read(descriptor.number, room.baseAddress, room.count) })
    }
  }

  /// Receives available bytes into the start of `buffer`; `.done(0)` means that the other end sends nothing more.
  public func receive<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    descriptor.read(into: &buffer)
  }

  /// The first waiting byte, which stays in the queue; nil if there is none (recv(2), MSG_PEEK).
  public var firstByte: UInt8? {
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor.number, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count == 1 ? byte : nil
  }

  /// Sends as much of `bytes` as there is room for (send(2)).
  public func send(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes { bytes in
      Transfer(result: Int(unsafe linux_local_send(descriptor.number, bytes.baseAddress, bytes.count)))
    }
  }

  /// Tells the other end that nothing more follows (shutdown(2)).
  public func finish() { _ = linux_stream_finish(descriptor.number) }
}

/// A socket to which byte streams connect: a TCP port on one or all addresses, or a file (tcp(7), unix(7)).
public struct StreamListener: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor
  private let path: String?

  /// Listens on the TCP port `local`; the address `::` stands for every address, even where IPv6 is switched off.
  ///
  /// - Throws: `SystemError` of `.socket`, `.listen`, or `.bind`, with `EADDRINUSE` when another program has the
  ///   port.
  public init(at local: Endpoint) throws(SystemError) {
    do throws(SystemError) {
      descriptor = try StreamListener.open(local.address.v4 == nil ? AF_INET6 : AF_INET, bound: local)
    } catch {
      guard error.code == EAFNOSUPPORT, local.address == .any else { throw error }
      descriptor = try StreamListener.open(AF_INET, bound: local)
    }
    path = nil
  }

  private static func open(_ family: Int32, bound local: Endpoint) throws(SystemError) -> Descriptor {
    let descriptor = Descriptor(owning: try check(linux_stream_open(family), .socket))
    var endpoint = linux_endpoint(local)
    try check(unsafe linux_datagram_bind(descriptor.number, family, &endpoint), .bind)
    try listen(descriptor)
    return descriptor
  }

  /// Returns the endpoint at which the socket listens (getsockname(2)).
  ///
  /// - Throws: `SystemError` of `.localAddress`.
  public func localEndpoint() throws(SystemError) -> Endpoint {
    var endpoint = linux_endpoint()
    try check(unsafe linux_datagram_local(descriptor.number, &endpoint), .localAddress)
    return Endpoint(endpoint)
  }

  /// Listens at the file `path`, for its owner and group; the file of a listener that has ended is replaced.
  ///
  /// - Throws: `SystemError` of `.socket`, `.listen`, or `.bind`, with `EADDRINUSE` when another program listens there.
  public init(at path: String) throws(SystemError) {
    let descriptor = Descriptor(owning: try check(linux_stream_open(AF_UNIX), .socket))
    _ = fchmod(descriptor.number, 0o660)
    try LocalListener.bind(descriptor, to: path)
    _ = unsafe chmod(path, 0o660)
    try StreamListener.listen(descriptor)
    self.descriptor = descriptor
    self.path = path
  }

  /// Adopts the first descriptor of `inherited` called `name`.
  ///
  /// The result is nil if there is none, or if it is not a listening stream socket.
  public init?(_ inherited: inout InheritedDescriptors, name: String) {
    guard let descriptor = inherited.adopt(name), linux_stream_is_listener(descriptor.number) == 1 else {
      return nil
    }
    _ = fcntl(descriptor.number, F_SETFL, O_NONBLOCK)
    linux_spare_descriptor()
    self.descriptor = descriptor
    path = nil
  }

  deinit {
    if let path { _ = unsafe unlink(path) }
  }

  /// Accepts the next waiting connection, or returns nil if none is waiting (accept4(2)).
  ///
  /// - Throws: `SystemError` of `.accept`. Without a free descriptor, the connection is closed.
  public func accept() throws(SystemError) -> StreamConnection? {
    let result = linux_stream_accept(descriptor.number)
    if result == -EAGAIN { return nil }
    return StreamConnection(descriptor: Descriptor(owning: try check(result, .accept)))
  }

  /// The maximum number of connections that wait to be accepted: 0.2 s of a flood of 5,000 a second.
  private static let backlog: Int32 = 1_024

  private static func listen(_ descriptor: borrowing Descriptor) throws(SystemError) {
    guard Glibc.listen(descriptor.number, backlog) == 0 else { throw SystemError(code: errno, call: .listen) }
    linux_spare_descriptor()
  }
}
