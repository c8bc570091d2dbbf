import Platform
import Wire

/// The local programs that ask for tickets and for the status, each at its place.
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

  /// Receives the next message of the program at `place`; the result is that of `LocalConnection.receiveMessage`.
  func receive<let size: Int>(from place: Int, into buffer: inout InlineArray<size, UInt8>) -> Int? {
    programs[place]?.receiveMessage(into: &buffer)
  }

  /// Sends the program at `place` its answer.
  func send(_ answer: TicketAnswer, to place: Int) {
    answer.datagram.withBytes { bytes in _ = programs[place]?.send(bytes) }
  }

  /// Sends the program at `place` the status of the gateway.
  func send(_ status: GatewayStatus, to place: Int) {
    status.datagram.withBytes { bytes in _ = programs[place]?.send(bytes) }
  }

  /// Closes the connection of the program at `place`.
  mutating func close(_ place: Int) { programs[place] = nil }
}
