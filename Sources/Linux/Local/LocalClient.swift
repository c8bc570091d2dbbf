public import Platform
public import Wire

/// A program's connection to the local socket of the daemon or of the web gateway.
///
/// The connection can be reopened after a loss.
///
/// The client never blocks: its descriptor wakes the program's poller, and the program decides when to try
/// again.
public struct LocalClient: ~Copyable {
  /// The path of the socket.
  public let path: String
  @usableFromInline var connection: LocalConnection?

  /// Creates a closed client of the socket at `path`.
  public init(of path: String) {
    self.path = path
    connection = nil
  }

  /// True if the connection is open.
  @inlinable public var isOpen: Bool { connection != nil }

  /// Connects, replacing any earlier connection, and adds the descriptor to `poller` with `token`.
  ///
  /// - Throws: `SystemError` of `.socket`, `.connect` or `.poll`; the client is closed then.
  public mutating func open(in poller: borrowing Poller, token: UInt64) throws(SystemError) {
    close()
    let fresh = try LocalConnection(connectingTo: path)
    try poller.add(fresh.descriptor, token: token)
    connection = consume fresh
  }

  /// Closes the connection.
  public mutating func close() { connection = nil }

  /// Receives the next message into the start of `buffer`, and closes the connection if it is lost.
  ///
  /// Returns the number of bytes, 0 if the connection is lost, and nil if no message waits or the connection is closed.
  @inlinable public mutating func receive<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Int?
  {
    let count = connection?.receiveMessage(into: &buffer)
    if count == 0 { close() }
    return count
  }

  /// Sends a datagram as one message, if the connection is open.
  @inlinable public func send<let capacity: Int>(_ datagram: Datagram<capacity>) {
    datagram.withBytes { _ = connection?.send($0) }
  }
}

extension LocalClient {
  /// Sends `bytes` as one message, if the connection is open.
  public func send(_ bytes: [UInt8]) { _ = connection?.send(bytes.span) }
}

/// The messages to the daemon.
extension LocalClient {
  /// Sends a packet without a payload, if the connection is open.
  public func send(_ packet: LocalPacket) { send(packet.datagram) }

  /// Asks the daemon to report only `topics`, with a status every `period` milliseconds.
  public func watch(_ topics: Watch.Topics, period: UInt16 = 1_000) {
    send(.watch(Watch(topics: topics, period: period)))
  }

  /// Sends a controller's frames after their header, if the connection is open.
  public func send(_ header: GatewayHeader, _ frames: Span<UInt8>) { send(header.datagram(frames)) }

  /// Sends `message` with its payload, if the connection is open.
  public func send(_ message: LocalMessage, _ payload: Span<UInt8>) {
    var datagram = LocalDatagram()
    message.write(to: &datagram, payload: payload)
    send(datagram)
  }
}
