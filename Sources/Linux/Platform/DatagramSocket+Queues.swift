internal import CLinux
public import Model

/// More queues on the port of a socket, each for the datagrams of one sender, so that no other sender can fill it.
///
/// The queues share the memory of the socket: datagrams received from one queue replace those received from
/// another. The socket itself receives the datagrams of all other senders, and sends.
extension DatagramSocket {
  /// Opens the next queue, number 1, 2 and so on; any datagram may arrive there until ``steer(to:)`` is called.
  ///
  /// - Throws: `SystemError` of `.socket`.
  public func openQueue() throws(SystemError) -> Descriptor {
    Descriptor(owning: try check(linux_datagram_beside(descriptor.number), .socket))
  }

  /// Steers datagrams from `owners[0]`, from any port, to queue number 1, and so on.
  ///
  /// The queue of a nil owner receives nothing. Datagrams that have already arrived stay in their queues.
  ///
  /// - Throws: `SystemError` of `.socket`, with `EINVAL` for more than 256 owners, or if no queue was opened.
  public func steer(to owners: [Address?]) throws(SystemError) {
    let places = owners.map { linux_endpoint(Endpoint(address: $0 ?? .any, port: 0)) }
    try check(
      unsafe places.withUnsafeBufferPointer { places in
        unsafe linux_datagram_steer(descriptor.number, places.baseAddress, CInt(clamping: places.count))
      }, .socket)
  }

  /// Receives up to `limit` datagrams that wait in the socket; they replace the previous ones.
  ///
  /// - Precondition: `limit` is 1 to ``batchLimit``.
  public mutating func receive(atMost limit: Int) -> Transfer {
    precondition((1...DatagramSocket.batchLimit).contains(limit))
    return Transfer(result: Int(unsafe linux_batch_receive(batch.memory, descriptor.number, Int32(limit))))
  }

  /// Receives up to `limit` datagrams that wait in `queue`, a queue of this socket; they replace the previous ones.
  ///
  /// - Precondition: `limit` is 1 to ``batchLimit``.
  public mutating func receive(from queue: borrowing Descriptor, atMost limit: Int) -> Transfer {
    precondition((1...DatagramSocket.batchLimit).contains(limit))
    return Transfer(result: Int(unsafe linux_batch_receive(batch.memory, queue.number, Int32(limit))))
  }

  /// Returns the number of datagrams that the queue had lost before it received the one at `index`, modulo
  /// 2³².
  ///
  /// `index` counts the datagrams of the last receive call.
  public func losses(beforeDatagram index: Int) -> UInt32 {
    precondition((0..<DatagramSocket.batchLimit).contains(index))
    return unsafe linux_batch_losses(batch.memory, Int32(index))
  }

  /// Returns the number of datagrams that `queue` has lost because it was full, modulo 2³² (SO_MEMINFO).
  public func losses(of queue: borrowing Descriptor) -> UInt32 { DatagramSocket.drops(at: queue) }
}
