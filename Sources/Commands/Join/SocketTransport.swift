import Model
import Platform
import TiltpadClient

/// A client's datagrams over a UDP socket.
final class SocketTransport: Transport {
  /// The time at which the client must be advanced.
  private(set) var deadline = Instant.distantFuture
  private let host: Endpoint
  private var socket: DatagramSocket

  /// Creates the transport of datagrams to and from `host`.
  ///
  /// - Throws: `SystemError` of `.socket` or `.bind`.
  init(to host: Endpoint) throws(SystemError) {
    self.host = host
    socket = try DatagramSocket()
  }

  /// Adds the socket to `poller` with `token`, which is ready when ``drain(into:)`` has something to read.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(socket.descriptor, token: token)
  }

  /// Delivers the datagrams that have arrived to `client`.
  func drain(into client: Client) {
    guard case .done(let count) = socket.receive() else { return }
    for index in 0..<count {
      socket.withDatagram(index) { bytes, _ in client.deliver(bytes) }
    }
  }

  var now: Instant { Clock.now() }

  func send(_ datagram: Span<UInt8>) { socket.send(datagram, to: host) }

  func schedule(at instant: Instant) { deadline = instant }
}
