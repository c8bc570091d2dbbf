import Platform
import Wire

/// The local programs that ask for tickets and for the status, by index.
struct ProgramTable: ~Copyable {
  private var programs = InlineArray<16, LocalConnection?> { _ in nil }
  private let firstToken: UInt64

  /// Creates an empty table; the descriptors' tokens begin at `firstToken`.
  init(firstToken: UInt64) {
    self.firstToken = firstToken
  }

  /// Accepts a local program's connection if an entry is free.
  mutating func accept(from listener: borrowing LocalListener, in poller: borrowing Poller) {
    guard let program = try? listener.accept() else { return }
    for index in programs.indices where programs[index] == nil {
      guard (try? poller.add(program.descriptor, token: firstToken + UInt64(index))) != nil else { return }
      programs[index] = consume program
      return
    }
  }

  /// Receives the next message from the program with the index `index`; returns the result of
  /// `LocalConnection.receiveMessage`.
  func receive<let size: Int>(from index: Int, into buffer: inout InlineArray<size, UInt8>) -> Int? {
    programs[index]?.receiveMessage(into: &buffer)
  }

  /// Sends `answer` to the program with the index `index`.
  func send(_ answer: TicketAnswer, to index: Int) {
    answer.datagram.withBytes { bytes in _ = programs[index]?.send(bytes) }
  }

  /// Sends the gateway's status to the program with the index `index`.
  func send(_ status: GatewayStatus, to index: Int) {
    status.datagram.withBytes { bytes in _ = programs[index]?.send(bytes) }
  }

  /// Sends the encoded answer `bytes` to the program with the index `index`.
  func send(_ bytes: [UInt8], to index: Int) { _ = programs[index]?.send(bytes.span) }

  /// Closes the connection of the program with the index `index`.
  mutating func close(_ index: Int) { programs[index] = nil }
}
