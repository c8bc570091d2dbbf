internal import CLinux
internal import Glibc

/// One end of a local connection that keeps message boundaries (unix(7), SOCK_SEQPACKET) and never waits.
public struct LocalConnection: ~Copyable, Sendable {
  /// What to add to a poller.
  public let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Connects to the listener at `path` (connect(2)).
  ///
  /// - Throws: `SystemError` of `.socket`, or of `.connect`: `ENOENT` or `ECONNREFUSED` when nobody listens,
  ///   `EACCES` when the user may not, `EAGAIN` when too many are waiting.
  public init(connectingTo path: String) throws(SystemError) {
    let descriptor = Descriptor(owning: try check(linux_local_open(), .socket))
    try check(unsafe linux_local_connect(descriptor.number, path), .connect)
    self.descriptor = descriptor
  }

  /// The user at the other end (SO_PEERCRED).
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func peerUser() throws(SystemError) -> UInt32 {
    var (user, process) = (UInt32(0), Int32(0))
    try check(unsafe linux_local_peer(descriptor.number, &user, &process), .socket)
    return user
  }

  /// The process that has connected at the other end (SO_PEERCRED).
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func peerProcess() throws(SystemError) -> Int32 {
    var (user, process) = (UInt32(0), Int32(0))
    try check(unsafe linux_local_peer(descriptor.number, &user, &process), .socket)
    return process
  }

  /// Sends `bytes` as one message (send(2)).
  @discardableResult
  public func send(_ bytes: Span<UInt8>) -> Transfer {
    unsafe bytes.withUnsafeBytes { bytes in
      Transfer(result: Int(unsafe linux_local_send(descriptor.number, bytes.baseAddress, bytes.count)))
    }
  }

  /// Puts the next message at the front of `buffer` (recv(2)).
  ///
  /// `.done(0)` means that the other end is gone; more than `size` means that the rest of the message is lost.
  public func receive<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    var span = buffer.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      Transfer(result: Int(unsafe linux_local_receive(descriptor.number, bytes.baseAddress, bytes.count)))
    }
  }
}

/// A place in the file system where other programs connect (unix(7), SOCK_SEQPACKET).
public struct LocalListener: ~Copyable {
  /// What to add to a poller.
  public let descriptor: Descriptor
  /// Where the socket is.
  public let path: String

  /// Listens at `path`, which users may connect to as the permissions `mode` say: by default owner and group.
  ///
  /// The file of a listener that is no more is replaced.
  /// - Throws: `SystemError` of `.socket`, `.listen`, or `.bind`, with `EADDRINUSE` when somebody listens there
  ///   already or the file is no socket.
  public init(at path: String, mode: UInt32 = 0o660) throws(SystemError) {
    let descriptor = Descriptor(owning: try check(linux_local_open(), .socket))
    // Before bind(2), so that the file never allows more; after it, since the umask may have taken away.
    _ = fchmod(descriptor.number, mode)
    try LocalListener.bind(descriptor, to: path)
    _ = unsafe chmod(path, mode)
    guard listen(descriptor.number, 16) == 0 else {
      throw SystemError(code: errno, call: .listen)
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    unsafe unlink(path)
  }

  /// Has `poller` report a waiting connection as `token`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// The next waiting connection; nil when there is none (accept4(2)).
  ///
  /// - Throws: `SystemError` of `.accept`.
  public func accept() throws(SystemError) -> LocalConnection? {
    let result = linux_local_accept(descriptor.number)
    if result == -EAGAIN { return nil }
    return LocalConnection(Descriptor(owning: try check(result, .accept)))
  }

  private static func bind(_ descriptor: borrowing Descriptor, to path: String) throws(SystemError) {
    let result = unsafe linux_local_bind(descriptor.number, path)
    if result == -EADDRINUSE, try isDead(path), unsafe unlink(path) == 0 {
      try check(unsafe linux_local_bind(descriptor.number, path), .bind)
    } else {
      try check(result, .bind)
    }
  }

  /// Whether `path` is a socket on which nobody listens any more.
  private static func isDead(_ path: String) throws(SystemError) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
    let probe = Descriptor(owning: try check(linux_local_open(), .socket))
    return unsafe linux_local_connect(probe.number, path) == -ECONNREFUSED
  }
}
