internal import CLinux
internal import Glibc

/// One end of a local, non-blocking connection that keeps message boundaries (unix(7), SOCK_SEQPACKET).
public struct LocalConnection: ~Copyable, Sendable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Connects to the listener at `path` (connect(2)).
  ///
  /// - Throws: `SystemError` of `.socket`, or of `.connect`: `ENOENT` or `ECONNREFUSED` without a listener, `EACCES`
  ///   without permission, `EAGAIN` when too many connections are waiting.
  public init(connectingTo path: String) throws(SystemError) {
    let descriptor = Descriptor(owning: try check(linux_local_open(), .socket))
    try check(unsafe linux_local_connect(descriptor.number, path), .connect)
    self.descriptor = descriptor
  }

  /// Returns the process ID of the other end at the time of its connection (SO_PEERCRED).
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func peerProcess() throws(SystemError) -> Int32 {
    try check(linux_local_peer(descriptor.number), .socket)
  }

  /// Returns the user at the other end at the time of its connection (SO_PEERCRED).
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func peerUser() throws(SystemError) -> UInt32 {
    var user: UInt32 = 0
    try check(unsafe linux_local_peer_user(descriptor.number, &user), .socket)
    return user
  }

  /// Sends `bytes` as one message (send(2)).
  @discardableResult
  public func send(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes { bytes in
      Transfer(result: Int(unsafe linux_local_send(descriptor.number, bytes.baseAddress, bytes.count)))
    }
  }

  /// Receives the next message into the start of `buffer` (recv(2)).
  ///
  /// `.done(0)` means that the other end is gone; a count above `size` means that the rest of the message is lost.
  public func receive<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    var span = buffer.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      Transfer(result: Int(unsafe linux_local_receive(descriptor.number, bytes.baseAddress, bytes.count)))
    }
  }
}

extension LocalConnection {
  /// Receives the next message into the start of `buffer`.
  ///
  /// Returns the number of bytes that are in `buffer`, 0 if the other end is gone, and nil if no message waits.
  public func receiveMessage<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Int? {
    switch receive(into: &buffer) {
    case .done(let count): max(0, min(count, size))
    case .failed: 0
    case .wouldBlock: nil
    }
  }
}

/// A socket in the file system to which other programs connect (unix(7), SOCK_SEQPACKET).
public struct LocalListener: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor
  /// The path of the socket.
  public let path: String

  /// Listens at `path`; the permissions `mode` determine which users may connect, by default owner and group.
  ///
  /// The socket file of a listener that no longer runs is replaced.
  /// - Throws: `SystemError` of `.socket`, `.listen`, or `.bind`, with `EADDRINUSE` when another program listens
  ///   there already or the file is not a socket.
  public init(at path: String, mode: UInt32 = 0o660) throws(SystemError) {
    let descriptor = Descriptor(owning: try check(linux_local_open(), .socket))
    // The mode is set before bind(2), so that the file never permits more, and after it, since the umask may have
    // removed bits.
    _ = fchmod(descriptor.number, mode)
    try LocalListener.bind(descriptor, to: path)
    _ = unsafe chmod(path, mode)
    guard listen(descriptor.number, 16) == 0 else {
      throw SystemError(code: errno, call: .listen)
    }
    linux_spare_descriptor()
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    unsafe unlink(path)
  }

  /// Makes `poller` wake with `token` when a connection is waiting.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// Accepts the next waiting connection, or returns nil if none is waiting (accept4(2)).
  ///
  /// - Throws: `SystemError` of `.accept`. Without a free descriptor, the connection is closed.
  public func accept() throws(SystemError) -> LocalConnection? {
    let result = linux_local_accept(descriptor.number)
    if result == -EAGAIN { return nil }
    return LocalConnection(Descriptor(owning: try check(result, .accept)))
  }

  /// Binds `descriptor` to `path`, replacing a socket without a listener.
  static func bind(_ descriptor: borrowing Descriptor, to path: String) throws(SystemError) {
    let result = unsafe linux_local_bind(descriptor.number, path)
    if result == -EADDRINUSE, try isDead(path), unsafe unlink(path) == 0 {
      try check(unsafe linux_local_bind(descriptor.number, path), .bind)
    } else {
      try check(result, .bind)
    }
  }

  /// Returns whether `path` is a socket without a listener.
  private static func isDead(_ path: String) throws(SystemError) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
    let probe = Descriptor(owning: try check(linux_local_open(), .socket))
    return unsafe linux_local_connect(probe.number, path) == -ECONNREFUSED
  }
}
