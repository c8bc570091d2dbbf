public import Model
public import Platform

/// An announcement of one of this host's services on the LAN through Avahi's daemon (DNS-SD, RFC 6763).
///
/// It lasts for the lifetime of the value. It works whether or not a daemon or even a system bus exists, and
/// publishes the service again when a daemon appears. The owner calls ``advance(to:)`` when the descriptor is
/// readable and at ``nextDeadline``.
public struct Advertisement: ~Copyable {
  private var bus: AvahiBus
  private var publication = Publication()
  private var isWanted = false

  /// Creates an advertisement of a service of `type`, such as `_tiltpad._udp`, that publishes nothing yet.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public init(of type: String = ServiceName.type) throws(SystemError) {
    bus = try AvahiBus(of: type)
  }

  /// Makes `poller` wake with `token` when there is something to do.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(bus.descriptor, token: token)
  }

  /// Publishes `record` as `name` from the next ``advance(to:)`` on.
  ///
  /// Changes of the record alone are published once a second at most; of several, only the last.
  public mutating func publish(_ record: HostRecord, as name: ServiceName) {
    publish(port: record.port, txt: record.txt, as: name)
  }

  /// Publishes UDP port `port` with the TXT record `txt` as `name` from the next ``advance(to:)`` on.
  public mutating func publish(port: UInt16, txt: [UInt8] = [], as name: ServiceName) {
    isWanted = true
    publication.want(Publication.Service(name: name, port: port, txt: txt))
  }

  /// Stops publishing the service.
  public mutating func withdraw() {
    guard isWanted else { return }
    isWanted = false
    publication = Publication()
    bus.disconnect()
  }

  /// The time at which ``advance(to:)`` has something to do even if the descriptor is not readable.
  public var nextDeadline: Instant {
    isWanted ? min(bus.nextDeadline, publication.nextDeadline) : .distantFuture
  }

  /// Receives the events from the daemon and sends the calls that are due, without ever blocking.
  public mutating func advance(to now: Instant) {
    guard isWanted else { return }
    // Each event leads to one call at most; the loop still limits the work per wake-up.
    for _ in 0..<64 {
      guard let event = bus.next(at: now) else { break }
      publication.apply(event, at: now)
    }
    while let request = publication.next(at: now) {
      publication.note(bus.send(request), of: request, at: now)
    }
  }
}
