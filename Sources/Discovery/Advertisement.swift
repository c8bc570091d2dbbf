public import Model
public import Platform

/// Tells the LAN of this host through Avahi's daemon, as long as this lives (DNS-SD, RFC 6763).
///
/// It stands no matter whether there is a daemon, or even a system bus, and publishes anew when one comes. The owner
/// calls ``advance(to:)`` when the descriptor is readable and when ``nextDeadline`` has come.
public struct Advertisement: ~Copyable {
  private var bus: AvahiBus
  private var publication = Publication()
  private var isWanted = false

  /// Nothing is published yet.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public init() throws(SystemError) {
    bus = try AvahiBus()
  }

  /// Has `poller` report as `token` when there is something to do.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(bus.descriptor, token: token)
  }

  /// Publishes `record` as `name` from the next ``advance(to:)`` on; of several in a second the last one counts.
  public mutating func publish(_ record: HostRecord, as name: ServiceName) {
    isWanted = true
    publication.want(Publication.Service(name: name, port: record.port, txt: record.txt))
  }

  /// Publishes nothing any more.
  public mutating func withdraw() {
    guard isWanted else { return }
    isWanted = false
    publication = Publication()
    bus.disconnect()
  }

  /// When ``advance(to:)`` has something to do without the descriptor.
  public var nextDeadline: Instant {
    isWanted ? min(bus.nextDeadline, publication.nextDeadline) : .distantFuture
  }

  /// Hears what the daemon has to say, and says what is due; never waits.
  public mutating func advance(to now: Instant) {
    guard isWanted else { return }
    // Each event leads to a call at most; a wake-up has a bound all the same.
    for _ in 0..<64 {
      guard let event = bus.next(at: now) else { break }
      publication.take(event, at: now)
    }
    while let request = publication.next(at: now) {
      publication.note(bus.send(request), of: request, at: now)
    }
  }
}
