internal import CTLS

/// The server's side of TLS: its own certificate, and another for the host's own domain.
///
/// Besides this file, only those of the certificates use `CTLS`.
@safe final class TLSServer {
  private var server: OpaquePointer?

  /// Creates a server with a key and a certificate in PEM.
  ///
  /// - Throws: `certificate` if the key or the certificate is invalid.
  init(_ identity: WebIdentity) throws(WebError) {
    guard unsafe tls_create(identity.key, identity.certificate, &server) == 0 else { throw .certificate }
  }

  deinit {
    if let server = unsafe server { unsafe tls_destroy(server) }
  }

  /// Uses the certificate of `identity` for new connections.
  func use(_ identity: WebIdentity) {
    if let server = unsafe server {
      _ = unsafe tls_use_certificate(server, identity.key, identity.certificate)
    }
  }

  /// Uses the certificate and chain of the host's own domain for new connections that name one of its hosts.
  func use(domain pair: WebIdentity) {
    if let server = unsafe server { _ = unsafe tls_use_domain(server, pair.key, pair.certificate) }
  }

  /// Begins a handshake; returns nil if out of memory.
  func open() -> TLSLink? {
    guard let server = unsafe server, let link = unsafe tls_open(server) else { return nil }
    return unsafe TLSLink(link, of: self)
  }
}

/// The TLS of one connection, which decrypts and encrypts the network's bytes.
@safe final class TLSLink {
  /// The state of a connection after bytes have arrived.
  enum Progress {
    /// More bytes may follow.
    case open
    /// The other end has closed the connection or given up.
    case ended
    /// The bytes violate the rules of TLS.
    case failed
  }

  /// The result of received bytes.
  struct Result {
    /// The number of plaintext bytes in the received bytes.
    let size: Int
    /// The number of records without data, such as those of a handshake.
    let silent: Int
    let progress: Progress
  }

  /// The maximum number of bytes that ``receive(_:count:into:)`` accepts, and the room it needs for their plaintext.
  static let (inputRoom, textRoom) = (Int(TLS_INPUT_ROOM), Int(TLS_INPUT_ROOM) + Int(TLS_OUTPUT_ROOM))
  /// The maximum number of bytes that ``send(_:)`` accepts.
  static let room = Int(TLS_OUTPUT_ROOM)

  private let link: OpaquePointer
  /// The server, retained because OpenSSL asks it for certificates.
  private let server: TLSServer
  private var hasFailed = false

  fileprivate init(_ link: OpaquePointer, of server: TLSServer) {
    unsafe self.link = unsafe link
    self.server = server
  }

  deinit { unsafe tls_close(link) }

  /// Decrypts the first `count` bytes of `bytes`, and writes the plaintext to the beginning of `plain`.
  func receive(_ bytes: [UInt8], count: Int, into plain: inout [UInt8]) -> Result {
    var size = 0
    let result = unsafe plain.withUnsafeMutableBufferPointer { plain in
      precondition(plain.count >= TLSLink.textRoom && count <= bytes.count)
      return unsafe tls_receive(link, bytes, count, plain.baseAddress, &size)
    }
    hasFailed = hasFailed || result < 0
    let progress: Progress = result < 0 ? .failed : result == 0 ? .ended : .open
    return Result(size: size, silent: Int(unsafe tls_silent(link)), progress: progress)
  }

  /// Encrypts `bytes`, at most ``room`` of them; returns false if that is impossible.
  func send(_ bytes: ArraySlice<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { unsafe tls_send(link, $0.baseAddress, $0.count) == 0 }
  }

  /// Writes TLS's closing message, after which nothing more follows.
  func finish() { if !hasFailed { unsafe tls_finish(link) } }

  /// True if no bytes wait to be sent.
  var isSent: Bool {
    var size = 0
    _ = unsafe tls_waiting(link, &size)
    return size == 0
  }

  /// Passes the waiting bytes to `send`, which returns how many of them the network has accepted.
  func withWaiting(_ send: (Span<UInt8>) -> Int) {
    var size = 0
    guard let start = unsafe tls_waiting(link, &size), size > 0 else { return }
    let count = unsafe send(Span(_unsafeStart: start, count: size))
    unsafe tls_sent(link, count)
  }
}
