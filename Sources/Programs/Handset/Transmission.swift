package import Impairment
package import Model
package import Platform
import Wire

/// The path of a source's packets through a link with simulated faults to a host, and of the answers back.
///
/// The answers do not pass the link.
package struct Transmission: ~Copyable {
  /// The token of the network; tokens from 1 onwards belong to the source.
  private static let network: UInt64 = 0

  /// The poller for the network and the source's input.
  package private(set) var poller: Poller
  private let host: Endpoint
  private var network: DatagramSocket
  private var link: ImpairedLink
  private var departure: Goodbye
  private var packets = 0
  private var hasSent = false
  private var tally: Tally?
  /// The error number of the last packet if the kernel has refused every packet; nil once it has accepted one.
  package private(set) var refusal: Int32?

  /// Creates a transmission through `link` to `host`.
  ///
  /// The transmission ends at `end`, or earlier if the source ends or a signal arrives.
  ///
  /// - Throws: `SystemError` of the call that the kernel refused.
  package init(
    to host: Endpoint, through link: ImpairedLink = ImpairedLink(.init(), seed: 0),
    until end: Instant = .distantFuture
  ) throws(SystemError) {
    let network = try DatagramSocket()
    let poller = try Poller()
    try poller.add(network.descriptor, token: Transmission.network)
    self.host = host
    self.link = link
    self.network = network
    self.poller = poller
    departure = Goodbye(at: end)
  }

  /// Sends the packets of `source` until the source ends, the time is up, or a signal arrives; returns the tally.
  ///
  /// - Throws: `SystemError` if waiting for the source's input or for signals is impossible.
  package mutating func run<Source: PacketSource & ~Copyable>(_ source: inout Source) throws(SystemError)
    -> Tally
  {
    var loop = try EventLoop()
    try source.join(poller)
    try loop.poller.add(poller, token: 0)
    while true {
      advance(&source, to: Clock.now())
      if isOver { return tally(of: source, at: Clock.now()) }
      switch loop.next(until: deadline(of: source)) {
      case .ready: serve(&source)
      case .signal: leave(at: Clock.now())
      case .time: break
      }
    }
  }

  /// True if all goodbyes have been sent.
  package var isOver: Bool { departure.isOver && link.nextArrival == nil }

  /// True if the goodbyes have begun, or have ended.
  package var isLeaving: Bool { departure.isLeaving }

  /// Returns the tally up to `now`, or up to the first goodbye if the goodbyes have begun.
  package func tally<Source: PacketSource & ~Copyable>(of source: borrowing Source, at now: Instant) -> Tally
  {
    var tally = tally ?? source.tally(at: now)
    tally.packets = packets
    tally.lost = link.lost
    return tally
  }

  /// Begins to say goodbye; if that has begun, stops waiting for acknowledgements.
  package mutating func leave(at now: Instant) { departure.hurry(at: now) }

  /// Returns the time at which ``advance(_:to:)`` is due.
  package func deadline<Source: PacketSource & ~Copyable>(of source: borrowing Source) -> Instant {
    let own = departure.isLeaving ? departure.deadline : min(departure.deadline, source.nextDue)
    return min(own, link.nextArrival ?? .distantFuture)
  }

  /// Receives everything that waits at the descriptors of ``poller``.
  package mutating func serve<Source: PacketSource & ~Copyable>(_ source: inout Source) {
    for index in 0..<poller.wait(atMost: .zero) {
      switch poller[index].token {
      case Transmission.network: drainNetwork(into: &source)
      case let token: source.receiveInput(token, at: Clock.now())
      }
    }
  }

  /// Does everything that is due by `now`.
  package mutating func advance<Source: PacketSource & ~Copyable>(_ source: inout Source, to now: Instant) {
    source.refresh(at: now)
    while !departure.isLeaving, let packet = source.packet(at: now) { submit(packet, at: now) }
    // The packets come first: the last one may finish the source, and after that nothing else might wake the
    // loop.
    if source.isFinished { departure.begin(at: now) }
    while let step = departure.next(at: now, isSettled: source.isSettled) {
      switch step {
      case .rest: source.rest(at: now)
      case .farewell: bidFarewell(&source, at: now)
      }
    }
    while let datagram = link.receive(at: now) { send(datagram) }
  }

  /// Sends the goodbyes after taking the tally, so that their answers do not count.
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
    // A full buffer loses the packet, just as the network may.
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
