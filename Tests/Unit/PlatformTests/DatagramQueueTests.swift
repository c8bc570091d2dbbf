import Glibc
import Model
import Platform
import Testing

/// The queues on a port, each for a single sender.
@Suite struct DatagramQueueTests {
  /// Sends `number` datagrams from a socket at `sender` to the port of `receiver` on this machine.
  ///
  /// Each datagram is one byte: the lowest of its number.
  private func send(
    _ number: Int = 1, from sender: Address, to receiver: borrowing DatagramSocket
  ) throws {
    let socket = try DatagramSocket(bound: Endpoint(address: sender, port: 0))
    let host = sender.v4 == nil ? sender : Address(v4: 0x7f00_0001)
    let target = Endpoint(address: host, port: try receiver.localEndpoint().port)
    for index in 0..<number {
      let result = socket.send([UInt8(truncatingIfNeeded: index)].span, to: target)
      #expect(result == .done(1))
    }
  }

  /// Receives from `queue` until `number` datagrams have arrived or the time is up; returns how many there were.
  private func count(
    _ number: Int, in receiver: inout DatagramSocket, _ queue: borrowing Descriptor
  ) -> Int {
    var count = 0
    _ = eventually {
      if case .done(let more) = receiver.receive(from: queue, atMost: 32) { count += more }
      return count >= number
    }
    return count
  }

  private func count(_ number: Int, in receiver: inout DatagramSocket) -> Int {
    var count = 0
    _ = eventually {
      if case .done(let more) = receiver.receive(atMost: 32) { count += more }
      return count >= number
    }
    return count
  }

  /// Returns 127.0.0.`last`, an address of every Linux machine.
  private func loopback(_ last: UInt32) -> Address { Address(v4: 0x7f00_0000 | last) }

  @Test(arguments: [("127.0.0.2", "127.0.0.3"), ("::1", "127.0.0.3"), ("127.0.0.3", "::1")])
  func `What comes from an owner is in its queue, whatever its port, and all else in the socket`(
    owner: String, other: String
  ) throws {
    let (owner, other) = (try #require(Address(owner)), try #require(Address(other)))
    var receiver = try DatagramSocket()
    let first = try receiver.openQueue()
    let second = try receiver.openQueue()
    for owners in [[nil, owner], [owner, nil], [loopback(9), owner], [owner]] {
      try receiver.steer(to: owners)
      for _ in 0..<3 { try send(from: owner, to: receiver) }
      try send(from: other, to: receiver)
      let isFirst = owners[0] == owner
      let own = isFirst ? count(3, in: &receiver, first) : count(3, in: &receiver, second)
      #expect(own == 3)
      #expect(receiver.withDatagram(0) { _, sender in sender.address } == owner)
      let rest = count(1, in: &receiver)
      #expect(rest == 1)
      #expect(receiver.withDatagram(0) { _, sender in sender.address } == other)
      let stray =
        isFirst ? receiver.receive(from: second, atMost: 32) : receiver.receive(from: first, atMost: 32)
      #expect(stray == .wouldBlock)
    }
    try receiver.steer(to: [])
    try send(from: owner, to: receiver)
    let rest = count(1, in: &receiver)
    #expect(rest == 1)
  }

  @Test func `A full queue costs no other queue a datagram, and says behind which it has lost some`() throws {
    var receiver = try DatagramSocket()
    let full = try receiver.openQueue()
    let other = try receiver.openQueue()
    try receiver.steer(to: [loopback(2), loopback(3)])
    try send(20_000, from: loopback(2), to: receiver)
    try send(32, from: loopback(3), to: receiver)
    let others = count(32, in: &receiver, other)
    #expect(others == 32)
    #expect(receiver.losses(of: other) == 0)
    let first = receiver.receive(from: full, atMost: 1)
    #expect(first == .done(1))
    #expect(receiver.losses(beforeDatagram: 0) == 0, "all that was lost came later")
    var kept = 1
    // Datagrams that were neither received nor counted as lost are still on their way in the kernel.
    _ = eventually {
      if case .done(let more) = receiver.receive(from: full, atMost: 32) { kept += more }
      return kept + Int(receiver.losses(of: full)) == 20_000
    }
    let lost = receiver.losses(of: full)
    #expect(lost > 0)
    try send(from: loopback(2), to: receiver)
    let late = count(1, in: &receiver, full)
    #expect(late == 1)
    #expect(receiver.losses(beforeDatagram: 0) == lost)
  }

  @Test func `A turn takes no more than its limit`() throws {
    var receiver = try DatagramSocket()
    let queue = try receiver.openQueue()
    try receiver.steer(to: [loopback(2)])
    try send(5, from: loopback(2), to: receiver)
    try send(5, from: loopback(3), to: receiver)
    // The datagrams that have arrived are in order, and at most four at a time.
    for isOwn in [true, false] {
      var bytes: [UInt8] = []
      _ = eventually {
        let turn = isOwn ? receiver.receive(from: queue, atMost: 4) : receiver.receive(atMost: 4)
        guard case .done(let count) = turn else { return false }
        #expect(count <= 4)
        for index in 0..<count { bytes.append(receiver.withDatagram(index) { bytes, _ in bytes[0] }) }
        return bytes.count >= 5
      }
      #expect(bytes == [0, 1, 2, 3, 4])
    }
  }

  @Test func `A port without further queues cannot be steered, nor for more than 256 owners`() throws {
    let receiver = try DatagramSocket()
    let refusal = SystemError(code: EINVAL, call: .socket)
    #expect(throws: refusal) { try receiver.steer(to: [loopback(2)]) }
    _ = try receiver.openQueue()
    #expect(throws: refusal) { try receiver.steer(to: [Address?](repeating: nil, count: 257)) }
  }

  @Test func `A port with queues is in use for others`() throws {
    let receiver = try DatagramSocket()
    _ = try receiver.openQueue()
    let place = try receiver.localEndpoint()
    #expect(throws: SystemError(code: EADDRINUSE, call: .bind)) { _ = try DatagramSocket(bound: place) }
  }
}
