import Platform
import Wire

/// The local programs on one of the gateway's sockets, by index.
///
/// Each also has a number, which no later program gets, so that a late answer reaches no other program.
struct ProgramTable: ~Copyable {
  private static let limit = 16
  /// The number of the poller's tokens that a table needs, one for each program.
  static let count = UInt64(limit)

  private var programs = InlineArray<16, LocalConnection?> { _ in nil }
  /// The number of the program at each index; the remainder of a number, divided by the table's size, is the
  /// index.
  private var numbers = InlineArray<16, Int>(repeating: 0)
  private var accepted = 0
  private let firstToken: UInt64

  /// Creates an empty table; the descriptors' tokens begin at `firstToken`.
  init(firstToken: UInt64) {
    self.firstToken = firstToken
  }

  /// Accepts a local program's connection if an entry is free and `admits` then returns true, and closes it otherwise.
  mutating func accept(
    from listener: borrowing LocalListener, in poller: borrowing Poller,
    where admits: (borrowing LocalConnection) -> Bool = { _ in true }
  ) {
    guard let program = try? listener.accept(), let index = freeIndex, admits(program),
      (try? poller.add(program.descriptor, token: firstToken + UInt64(index))) != nil
    else { return }
    programs[index] = consume program
    accepted += 1
    numbers[index] = accepted * ProgramTable.limit + index
  }

  /// The first free index; nil if all are in use.
  private var freeIndex: Int? {
    for index in programs.indices where programs[index] == nil { return index }
    return nil
  }

  /// Returns the user whose program has the index `index`; the highest number if the user is unknown.
  func user(at index: Int) -> UInt32 { (try? programs[index]?.peerUser()) ?? .max }

  /// Returns the number of the program with the index `index`.
  func number(at index: Int) -> Int { numbers[index] }

  /// Receives the next message from the program with the index `index`; returns the result of
  /// `LocalConnection.receiveMessage`.
  func receive<let size: Int>(from index: Int, into buffer: inout InlineArray<size, UInt8>) -> Int? {
    programs[index]?.receiveMessage(into: &buffer)
  }

  /// Sends the encoded answer `datagram` to program number `number`.
  func send<let capacity: Int>(_ datagram: Datagram<capacity>, to number: Int) {
    datagram.withBytes { bytes in send(bytes, to: number) }
  }

  /// Sends the encoded answer `bytes` to program number `number`.
  func send(_ bytes: [UInt8], to number: Int) { send(bytes.span, to: number) }

  private func send(_ bytes: Span<UInt8>, to number: Int) {
    let index = number % ProgramTable.limit
    if numbers[index] == number { _ = programs[index]?.send(bytes) }
  }

  /// Closes the connection of the program with the index `index`.
  mutating func close(_ index: Int) { programs[index] = nil }

  /// Closes the connection of program number `number`.
  mutating func close(number: Int) {
    let index = number % ProgramTable.limit
    if numbers[index] == number { close(index) }
  }
}
