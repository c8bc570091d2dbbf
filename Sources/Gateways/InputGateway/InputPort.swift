import Inputs
import Model
import Platform

/// A UDP port of an input or output.
///
/// Each address that may play has a queue of its own. The port's own socket, the lobby, receives the
/// datagrams of all other addresses.
final class InputPort {
  /// The use of a port: the index of its input or output, and the port's number among the ports of that input
  /// or output.
  enum Use: Hashable {
    case input(Int, at: UInt8)
    case output(Int, at: UInt8)

    /// Returns whether the port belongs to one of `outputs` that only sends.
    func isSender(_ outputs: [ServedOutput]) -> Bool {
      if case .output(let index, _) = self { outputs[index].isSender } else { false }
    }
  }

  /// The maximum number of datagrams read in one turn.
  static let turn = 8

  var socket: DatagramSocket
  let use: Use
  let title: String
  /// The players' queues, which the kernel numbers from 1, since the lobby has the number 0.
  ///
  /// A queue whose player has left stays open for later players.
  private(set) var queues: [InputQueue] = []
  /// The number of datagrams that the lobby is known to have lost.
  private var losses: UInt32 = 0

  init(_ local: Endpoint, for use: Use, _ title: String) throws(SystemError) {
    socket = try DatagramSocket(bound: local)
    (self.use, self.title) = (use, title)
  }

  /// Receives up to ``turn`` datagrams that wait in the lobby; returns their number.
  func receive() -> Int {
    guard case .done(let count) = socket.receive(atMost: InputPort.turn) else { return 0 }
    return count
  }

  /// Returns whether the lobby has lost a datagram since the last call.
  func hasLost() -> Bool {
    let former = losses
    losses = socket.dropsInKernel
    return losses != former
  }

  /// Opens another queue, which `poller` reports with `token`; returns nil if the kernel refuses.
  func open(in poller: borrowing Poller, _ token: UInt64) -> InputQueue? {
    guard let queue = try? InputQueue(of: self), (try? poller.add(queue.descriptor, token: token)) != nil
    else { return nil }
    queues.append(queue)
    return queue
  }

  /// Frees the queues of all owners except `players`; returns whether a queue was freed.
  func vacate(except players: [Address]) -> Bool {
    let vacant = queues.filter { $0.owner.map(players.contains) == false }
    for queue in vacant { queue.owner = nil }
    return !vacant.isEmpty
  }

  /// Assigns a free queue to each of `players` until no queue is free, and tells the kernel the address of
  /// each queue.
  ///
  /// Returns the players that got a queue.
  func seat(_ players: [Address]) -> [Address] {
    let free = queues.filter { $0.owner == nil }
    for (queue, player) in zip(free, players) { queue.owner = player }
    try? socket.steer(to: queues.map(\.owner))
    return Array(players.prefix(free.count))
  }
}

/// A queue for the datagrams that one address sends to a port.
final class InputQueue {
  unowned let port: InputPort
  let descriptor: Descriptor
  /// The address whose datagrams the queue receives; nil while the queue is free.
  var owner: Address?
  /// True if datagrams may remain in the queue after the last turn.
  private(set) var isBehind = false
  /// The number of datagrams that are known to be lost.
  private var losses: UInt32 = 0

  init(of port: InputPort) throws(SystemError) {
    self.port = port
    descriptor = try port.socket.openQueue()
  }

  /// Receives up to one turn of waiting datagrams; returns their number, and whether any were lost after them.
  func receive() -> (count: Int, hasLost: Bool) {
    let wasBehind = isBehind
    var count = 0
    if case .done(let number) = port.socket.receive(from: descriptor, atMost: InputPort.turn) {
      count = number
    }
    isBehind = count == InputPort.turn
    // A queue loses datagrams only while it is full, so it is behind for some turns afterwards.
    return (count, wasBehind && !isBehind && note(port.socket.losses(of: descriptor)))
  }

  /// Returns whether the queue has lost a datagram before the one at `index` of the last turn.
  func hasLost(beforeDatagram index: Int) -> Bool { note(port.socket.losses(beforeDatagram: index)) }

  private func note(_ count: UInt32) -> Bool {
    guard Int32(bitPattern: count &- losses) > 0 else { return false }
    losses = count
    return true
  }
}
