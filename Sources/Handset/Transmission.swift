package import Impairment
package import Model
package import Platform
import Wire

/// The event loop of a sender: packets leave through a link with simulated faults, and answers arrive.
package struct Transmission: ~Copyable {
  /// The token of the network; those from 1 on are the source's.
  private static let network: UInt64 = 0

  private let host: Endpoint
  private var network: DatagramSocket
  private var loop: EventLoop
  private var link: ImpairedLink
  private var departure: Goodbye
  private var packets = 0
  private var hasSent = false
  private var tally: Tally?
  /// The error number of the last packet while the kernel has refused every packet; nil once it has taken one.
  package private(set) var refusal: Int32?

  /// Creates a transmission to `host` that ends at `end`, unless the source or a signal ends it earlier; packets leave
  /// through `link`.
  ///
  /// - Throws: `SystemError` of the call that the kernel refused.
  package init(
    to host: Endpoint, through link: ImpairedLink = ImpairedLink(.init(), seed: 0),
    until end: Instant = .distantFuture
  ) throws(SystemError) {
    let network = try DatagramSocket()
    let loop = try EventLoop()
    try loop.poller.add(network.descriptor, token: Transmission.network)
    self.host = host
    self.link = link
    self.network = network
    self.loop = loop
    departure = Goodbye(at: end)
  }

  /// Sends the packets of `source` until the source ends, time is up, or a signal arrives; returns the tally.
  ///
  /// - Throws: `SystemError` of `.poll` when the source's input cannot be waited for.
  package mutating func run<Source: PacketSource & ~Copyable>(_ source: inout Source) throws(SystemError)
    -> Tally
  {
    try source.join(loop.poller)
    while true {
      advance(&source, to: Clock.now())
      if departure.isOver && link.nextArrival == nil { break }
      switch loop.next(until: min(deadline(of: source), link.nextArrival ?? .distantFuture)) {
      case .ready(Transmission.network): drainNetwork(into: &source)
      case .ready(let token): source.receiveInput(token, at: Clock.now())
      case .signal: departure.hurry(at: Clock.now())
      case .time: break
      }
    }
    var tally = tally ?? source.tally(at: Clock.now())
    tally.packets = packets
    tally.lost = link.lost
    return tally
  }

  private func deadline<Source: PacketSource & ~Copyable>(of source: borrowing Source) -> Instant {
    departure.isLeaving ? departure.deadline : min(departure.deadline, source.nextDue)
  }

  /// Does all work that is due at `now`.
  private mutating func advance<Source: PacketSource & ~Copyable>(_ source: inout Source, to now: Instant) {
    source.refresh(at: now)
    while !departure.isLeaving, let packet = source.packet(at: now) { submit(packet, at: now) }
    // After the packets: the last one leaves the source finished, and nothing else may wake us.
    if source.isFinished { departure.begin(at: now) }
    while let step = departure.next(at: now, isSettled: source.isSettled) {
      switch step {
      case .rest: source.rest(at: now)
      case .farewell: bidFarewell(&source, at: now)
      }
    }
    while let datagram = link.receive(at: now) { send(datagram) }
  }

  /// Sends the goodbyes, after the tally is taken: the answers to goodbyes do not count.
  private mutating func bidFarewell<Source: PacketSource & ~Copyable>(_ source: inout Source, at now: Instant)
  {
    if tally == nil { tally = source.tally(at: now) }
    for packet in source.farewells(at: now) { submit(packet, at: now) }
  }

  private mutating func submit(_ packet: Datagram<512>, at now: Instant) {
    packets += 1
    link.submit(packet, at: now)
  }

  private mutating func send(_ datagram: Datagram<512>) {
    // A full buffer loses the packet, as the network may.
    guard case .failed(let code) = datagram.withBytes({ network.send($0, to: host) }) else {
      hasSent = true
      refusal = nil
      return
    }
    if !hasSent { refusal = code }
  }

  private mutating func drainNetwork<Source: PacketSource & ~Copyable>(into source: inout Source) {
    guard case .done(let count) = network.receive() else { return }
    let now = Clock.now()
    for index in 0..<count {
      network.withDatagram(index) { bytes, _ in source.receive(bytes, at: now) }
    }
  }
}
