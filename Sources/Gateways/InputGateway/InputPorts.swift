import Guards
import Inputs
import Model
import Platform

/// The UDP ports of inputs and outputs, and their queues (docs/decisions/0053).
///
/// Each port has one queue for everyone, its lobby, and another for each address whose controller may play. A flood
/// therefore fills only its own queue. Lobbies are read after the other queues, and only for a share of the time.
final class InputPorts {
  /// The number of turns after which a lobby is assumed to be empty.
  ///
  /// These turns read more than the kernel buffers; the limit keeps a flood from holding up the gateway.
  private static let longestLobby = 512

  /// The ports, in the order in which they were opened.
  private(set) var all: [InputPort] = []
  /// The players' queues by their tokens; a queue stays open for later players.
  private var queues: [InputQueue] = []
  private let (firstToken, lobbyToken): (UInt64, UInt64)
  private var lobby: Poller
  private var isWatched = true
  /// The allowance for work caused by senders that do not play.
  private var work = WorkAllowance(part: 5, burst: .milliseconds(20))

  /// Creates a table without ports.
  ///
  /// `poller` reports a waiting datagram with `lobbyToken` for a lobby, and with a token from `firstToken` onwards for
  /// a player's queue.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(in poller: borrowing Poller, lobbyToken: UInt64, firstToken: UInt64) throws(SystemError) {
    (self.lobbyToken, self.firstToken) = (lobbyToken, firstToken)
    lobby = try Poller()
    try poller.add(lobby, token: lobbyToken)
  }

  /// Opens a port.
  ///
  /// - Throws: `SystemError` when it cannot be opened.
  func open(_ local: Endpoint, for use: InputPort.Use, _ title: String) throws(SystemError) {
    let port = try InputPort(local, for: use, title)
    try lobby.add(port.socket.descriptor, token: UInt64(all.count))
    all.append(port)
  }

  /// The player's queue with `token`.
  subscript(token: UInt64) -> InputQueue { queues[Int(token - firstToken)] }

  /// Sends `bytes` to `endpoint` from the port whose use is `use`.
  func send(_ bytes: Span<UInt8>, to endpoint: Endpoint, from use: InputPort.Use) {
    _ = all.first { $0.use == use }?.socket.send(bytes, to: endpoint)
  }

  /// The time at which to call ``advance(to:in:)``; in the past while players' queues may hold more
  /// datagrams.
  var nextDeadline: Instant {
    if queues.contains(where: \.isBehind) { return Instant(nanoseconds: .min) }
    return isWatched ? .distantFuture : work.next
  }

  /// Watches the ports' lobbies again, once their senders may cause work again.
  func advance(to now: Instant, in poller: borrowing Poller) {
    guard !isWatched, work.isOpen(at: now) else { return }
    isWatched = (try? poller.add(lobby, token: lobbyToken)) != nil
  }

  /// Passes to `drain` each player's queue that may still hold datagrams after its last turn.
  func eachBehind(_ drain: (InputQueue) -> Void) {
    for index in queues.indices where queues[index].isBehind { drain(queues[index]) }
  }

  /// Returns whether the ports' lobbies may be read at `now`.
  ///
  /// Once their senders have caused too much work, the lobbies are closed, and `poller` no longer waits for
  /// them.
  func isLobbyOpen(at now: Instant, in poller: borrowing Poller) -> Bool {
    if work.isOpen(at: now) { return true }
    isWatched = (try? poller.remove(lobby)) == nil
    return false
  }

  /// Passes to `drain` each port whose lobby has waiting datagrams.
  func eachWaiting(_ drain: (InputPort) -> Void) {
    charge {
      for index in 0..<lobby.wait(atMost: .zero) { drain(all[Int(lobby[index].token)]) }
    }
  }

  /// Empties the lobby of `port` before the datagrams of `players` are read from their own queues.
  ///
  /// `drain` reads one turn, and passes on the datagrams whose addresses its argument accepts. It returns whether
  /// more may be waiting.
  func empty(_ port: InputPort, for players: [Address], _ drain: ((Address) -> Bool) -> Bool) {
    var isOver = false
    for _ in 0..<InputPorts.longestLobby where !isOver {
      let isOpen = work.isOpen(at: Clock.now())
      charge { isOver = !drain { isOpen || players.contains($0) } }
    }
  }

  private func charge(_ body: () -> Void) {
    let before = Scheduling.processorTime()
    body()
    let worked = Scheduling.processorTime().nanoseconds - before.nanoseconds
    work.charge(Interval(nanoseconds: worked), at: Clock.now())
  }

  /// Gives a queue to each address that may play; returns the ports, each with the addresses whose queues are new.
  ///
  /// `players` returns these addresses for an input's index and a port number. If the kernel opens no more queues, the
  /// remaining players stay in the lobby, and play there.
  func seat(
    in poller: borrowing Poller, _ players: (Int, UInt8) -> [Address]
  ) -> [(port: InputPort, addresses: [Address])] {
    var fresh: [(port: InputPort, addresses: [Address])] = []
    for port in all {
      guard case .input(let index, let portIndex) = port.use else { continue }
      let wanted = players(index, portIndex)
      let missing = wanted.filter { address in !port.queues.contains { $0.owner == address } }
      guard port.vacate(except: wanted) || !missing.isEmpty else { continue }
      while port.queues.count < wanted.count,
        let queue = port.open(in: poller, firstToken + UInt64(queues.count))
      {
        queues.append(queue)
      }
      let seated = port.seat(missing)
      if !seated.isEmpty { fresh.append((port, seated)) }
    }
    return fresh
  }
}
