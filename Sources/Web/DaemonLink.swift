import Platform
import Wire

/// A connection to the daemon's local socket, which is opened again whenever it is lost.
struct DaemonLink: ~Copyable {
  private var connection: LocalConnection?
  private let token: UInt64

  /// Creates a closed connection, whose descriptor has `token` in the poller.
  init(token: UInt64) {
    self.token = token
    connection = nil
  }

  /// Whether the connection is open.
  var isOpen: Bool { connection != nil }

  /// Connects to the daemon at `path`; returns false if it does not run.
  mutating func open(at path: String, in poller: borrowing Poller) -> Bool {
    guard let connection = try? LocalConnection(connectingTo: path),
      (try? poller.add(connection.descriptor, token: token)) != nil
    else { return false }
    self.connection = consume connection
    return true
  }

  /// Closes the connection.
  mutating func close() { connection = nil }

  /// Sends a message, if the connection is open.
  func send(_ packet: LocalPacket) {
    packet.datagram.withBytes { bytes in _ = connection?.send(bytes) }
  }

  /// Sends a controller's frames behind their header, if the connection is open.
  func send(_ header: GatewayHeader, _ frames: Span<UInt8>) {
    var datagram = Datagram<640>()
    header.write(to: &datagram)
    datagram.append(contentsOf: frames)
    datagram.withBytes { bytes in _ = connection?.send(bytes) }
  }

  /// Receives the next message into the front of `buffer`.
  ///
  /// Returns the number of bytes, 0 if the connection is lost, and nil if no message waits or the connection is closed.
  func receive<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Int? {
    switch connection?.receive(into: &buffer) {
    case .done(let count): max(0, min(count, size))
    case .failed: 0
    case .wouldBlock, nil: nil
    }
  }
}

/// The local programs that ask for tickets, each at its place.
struct ProgramTable: ~Copyable {
  private var programs = InlineArray<16, LocalConnection?> { _ in nil }
  private let firstToken: UInt64

  /// Creates an empty table; the descriptors have the tokens from `firstToken` on.
  init(firstToken: UInt64) {
    self.firstToken = firstToken
  }

  /// Accepts the connection of a local program, if one of the places is free.
  mutating func accept(from listener: borrowing LocalListener, in poller: borrowing Poller) {
    guard let program = try? listener.accept() else { return }
    for place in programs.indices where programs[place] == nil {
      guard (try? poller.add(program.descriptor, token: firstToken + UInt64(place))) != nil else { return }
      programs[place] = consume program
      return
    }
  }

  /// Receives the next message of the program at `place`; the result is that of ``DaemonLink/receive(into:)``.
  func receive<let size: Int>(from place: Int, into buffer: inout InlineArray<size, UInt8>) -> Int? {
    switch programs[place]?.receive(into: &buffer) {
    case .done(let count): max(0, min(count, size))
    case .failed: 0
    case .wouldBlock, nil: nil
    }
  }

  /// Sends the program at `place` its answer.
  func send(_ answer: TicketAnswer, to place: Int) {
    answer.datagram.withBytes { bytes in _ = programs[place]?.send(bytes) }
  }

  /// Closes the connection of the program at `place`.
  mutating func close(_ place: Int) { programs[place] = nil }
}
