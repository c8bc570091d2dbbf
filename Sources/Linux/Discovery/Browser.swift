public import Model
public import Platform
import Wire

/// A search for the hosts on the LAN by both DNS-SD and PROBE, for the lifetime of the value.
///
/// The owner calls ``advance(to:)`` when the poller reports one of its tokens and at ``nextDeadline``. The search
/// also works without Avahi, or without a network for PROBE.
public struct Browser: ~Copyable {
  private var bus: AvahiBus
  private var browsing = Browsing()
  private var socket: DatagramSocket
  private var search: ProbeSearch
  private var list = HostList()

  /// Creates a search that starts at `start`.
  ///
  /// It queries all hosts on the LAN at UDP port `port`, and also the addresses `unicast`.
  ///
  /// - Throws: `SystemError` of `.poll`, `.socket` or `.bind`.
  public init(from start: Instant, port: UInt16, unicast: [Endpoint] = []) throws(SystemError) {
    let bus = try AvahiBus(of: ServiceName.type)
    let socket = try DatagramSocket()
    try socket.allowBroadcast()
    self.bus = bus
    self.socket = socket
    search = ProbeSearch(from: start, port: port, unicast: unicast)
  }

  /// Makes `poller` wake with `token` when there is something to do.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(bus.descriptor, token: token)
    try poller.add(socket.descriptor, token: token)
  }

  /// The hosts that are currently found.
  public var hosts: [FoundHost] { list.hosts }

  /// The time at which ``advance(to:)`` has something to do even if no descriptor is readable.
  public var nextDeadline: Instant {
    min(bus.nextDeadline, browsing.nextDeadline, search.nextDeadline, list.nextDeadline)
  }

  /// Receives answers, sends questions, and forgets old hosts, without ever blocking; returns the changes in order.
  public mutating func advance(to now: Instant) -> [HostList.Change] {
    let heard = hearAvahi(at: now) + hearAnswers(at: now)
    ask(at: now)
    return heard + list.advance(to: now)
  }

  private mutating func hearAvahi(at now: Instant) -> [HostList.Change] {
    var changes: [HostList.Change] = []
    for _ in 0..<256 {
      guard let event = bus.next(at: now) else { break }
      switch browsing.apply(event, at: now) {
      case .found(let service, let record, let endpoint):
        changes += list.note(
          .service(service), name: service.name.shown, at: endpoint, record, now: now)
      case .lost(let service): changes += list.forget(service, at: now)
      case .lostAll: changes += list.forgetServices()
      case nil: break
      }
    }
    while let request = browsing.next(at: now) {
      browsing.note(bus.send(request), of: request, at: now)
    }
    return changes
  }

  private mutating func hearAnswers(at now: Instant) -> [HostList.Change] {
    guard case .done(let count) = socket.receive() else { return [] }
    var changes: [HostList.Change] = []
    for index in 0..<count {
      let (record, sender) = socket.withDatagram(index) { bytes, sender in
        (search.accept(bytes, from: sender, at: now), sender)
      }
      guard let record else { continue }
      let name = record.announcement.name.text
      changes += list.note(.answer(sender), name: name, at: sender, record, now: now)
    }
    return changes
  }

  /// Sends a round of questions if it is due; an address that cannot be reached is asked again in the next round.
  private mutating func ask(at now: Instant) {
    guard now >= search.nextDeadline else { return }
    let nonce = UInt64.random(in: 0...UInt64.max)
    guard let (probe, receivers) = search.begin(at: now, nonce: nonce, on: NetworkInterface.all()) else {
      return
    }
    probe.datagram.withBytes { bytes in
      for receiver in receivers { socket.send(bytes, to: receiver) }
    }
  }
}
