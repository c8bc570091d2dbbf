import Platform
import Wire

/// The local programs that ask for tickets and for the status, by index.
///
/// Each also has a number, which no later program gets: an answer that comes after its program has left reaches nobody.
struct ProgramTable: ~Copyable {
  private static let limit = 16

  private var programs = InlineArray<16, LocalConnection?> { _ in nil }
  /// The number of the program at each index; its remainder by the size of the table is the index.
  private var numbers = InlineArray<16, Int>(repeating: 0)
  private var accepted = 0
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
      accepted += 1
      numbers[index] = accepted * ProgramTable.limit + index
      return
    }
  }

  /// Returns the number of the program with the index `index`.
  func number(at index: Int) -> Int { numbers[index] }

  /// Receives the next message from the program with the index `index`; returns the result of
  /// `LocalConnection.receiveMessage`.
  func receive<let size: Int>(from index: Int, into buffer: inout InlineArray<size, UInt8>) -> Int? {
    programs[index]?.receiveMessage(into: &buffer)
  }

  /// Sends `answer` to program number `number`.
  func send(_ answer: TicketAnswer, to number: Int) {
    answer.datagram.withBytes { bytes in send(bytes, to: number) }
  }

  /// Sends the gateway's status to program number `number`.
  func send(_ status: GatewayStatus, to number: Int) {
    status.datagram.withBytes { bytes in send(bytes, to: number) }
  }

  /// Sends the encoded answer `bytes` to program number `number`.
  func send(_ bytes: [UInt8], to number: Int) { send(bytes.span, to: number) }

  private func send(_ bytes: Span<UInt8>, to number: Int) {
    let index = number % ProgramTable.limit
    if numbers[index] == number { _ = programs[index]?.send(bytes) }
  }

  /// Closes the connection of the program with the index `index`.
  mutating func close(_ index: Int) { programs[index] = nil }
}
