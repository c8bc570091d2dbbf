public import Model
import Wire

/// A host that was found.
public struct FoundHost: Hashable, Sendable {
  /// The name in printable form; never empty.
  public var name: String
  /// The endpoints at which controllers reach the host, in the order of their discovery.
  public var endpoints: [Endpoint]
  /// The host's record of itself.
  public var record: HostRecord

  /// Creates a host from its parts.
  public init(name: String, endpoints: [Endpoint], record: HostRecord) {
    self.name = name
    self.endpoints = endpoints
    self.record = record
  }
}

/// A list of the hosts, merged from all search methods.
///
/// The list is a value without a clock or a socket. Hosts are distinguished by their keys, or by their sessions if
/// they have no key. All records are hints, which any device on the network can forge; only the handshake proves a
/// key.
public struct HostList: Sendable {
  /// A change of a host.
  public enum Change: Hashable, Sendable {
    /// A new host has appeared.
    case appeared(FoundHost)
    /// A known host has changed.
    case changed(FoundHost)
    /// A host is gone; the value is its last state.
    case vanished(FoundHost)
  }

  /// The way in which a host was found.
  enum Source: Hashable, Sendable {
    /// A service of DNS-SD; Avahi reports when it disappears.
    case service(AvahiService)
    /// An answer to a probe, which is valid for a limited time.
    case answer(Endpoint)

    var isService: Bool {
      if case .service = self { true } else { false }
    }
  }

  private struct Sighting: Sendable {
    var source: Source
    var name: String
    var endpoint: Endpoint
    var record: HostRecord
    /// The rank of the sighting in time, a higher number for a later one; the latest sighting describes the
    /// host.
    var order: Int
    var end: Instant
  }

  /// The maximum number of stored sightings, more than a network of players has.
  static let limit = 128
  /// The time for which an answer to a probe is valid; probes follow every 5 s.
  static let lifetime = Interval.seconds(16)
  /// The time for which an answer remains valid after DNS-SD has reported that the host is gone.
  static let grace = Interval.seconds(6)

  /// The hosts in the order of their appearance.
  public private(set) var hosts: [FoundHost] = []
  private var sightings: [Sighting] = []
  private var order = 0

  /// Creates an empty list.
  public init() {}

  /// The time at which ``advance(to:)`` has something to do.
  public var nextDeadline: Instant { sightings.map(\.end).min() ?? .distantFuture }

  /// Records that `source` has found a host; returns the changes.
  mutating func note(
    _ source: Source, name: String, at endpoint: Endpoint, _ record: HostRecord, now: Instant
  ) -> [Change] {
    order += 1
    let sighting = Sighting(
      source: source, name: name, endpoint: endpoint, record: record, order: order,
      end: source.isService ? .distantFuture : now + HostList.lifetime)
    if let index = sightings.firstIndex(where: { $0.source == source }) {
      sightings[index] = sighting
    } else {
      guard sightings.count < HostList.limit else { return [] }
      sightings.append(sighting)
    }
    return refresh()
  }

  /// Removes `service`, which is gone.
  ///
  /// If DNS-SD no longer finds its host at all, answers from that host expire after ``grace`` at the latest.
  mutating func forget(_ service: AvahiService, at now: Instant) -> [Change] {
    guard let gone = sightings.first(where: { $0.source == .service(service) }) else { return [] }
    sightings.removeAll { $0.source == .service(service) }
    let isSeen = sightings.contains { $0.source.isService && $0.record.isOfSameHost(as: gone.record) }
    for index in sightings.indices where !isSeen && sightings[index].record.isOfSameHost(as: gone.record) {
      sightings[index].end = min(sightings[index].end, now + HostList.grace)
    }
    return refresh()
  }

  /// Removes everything that DNS-SD has found, because its changes are no longer reported.
  mutating func forgetServices() -> [Change] {
    sightings.removeAll { $0.source.isService }
    return refresh()
  }

  /// Removes the answers that are too old; returns the changes.
  public mutating func advance(to now: Instant) -> [Change] {
    guard nextDeadline <= now else { return [] }
    sightings.removeAll { $0.end <= now }
    return refresh()
  }

  /// Merges the sightings into hosts and returns the differences from the former hosts.
  private mutating func refresh() -> [Change] {
    var fresh = HostList.gathered(sightings)
    var changes: [Change] = []
    let kept = hosts.compactMap { old -> FoundHost? in
      guard let index = fresh.firstIndex(where: { $0.record.isOfSameHost(as: old.record) }) else {
        changes.append(.vanished(old))
        return nil
      }
      let new = fresh.remove(at: index)
      if new != old { changes.append(.changed(new)) }
      return new
    }
    hosts = kept + fresh
    return changes + fresh.map { .appeared($0) }
  }

  /// Returns the hosts, each merged from all sightings of that host.
  private static func gathered(_ sightings: [Sighting]) -> [FoundHost] {
    var rest = sightings[...]
    var hosts: [FoundHost] = []
    while let first = rest.first {
      // A sighting without a key belongs to the host with the same session, whichever was seen first.
      let anchor = rest.first { $0.record.key != nil && $0.record.isOfSameHost(as: first.record) } ?? first
      hosts.append(merged(rest.filter { $0.record.isOfSameHost(as: anchor.record) }, as: anchor))
      rest.removeAll { $0.record.isOfSameHost(as: anchor.record) }
    }
    return hosts
  }

  /// Returns the host to which the sightings `own` belong.
  private static func merged(_ own: ArraySlice<Sighting>, as anchor: Sighting) -> FoundHost {
    let newest = own.max { $0.order < $1.order } ?? anchor
    let name = own.first { $0.source.isService }?.name ?? newest.name
    var record = newest.record
    record.key = record.key ?? anchor.record.key
    record.announcement.session = UInt64(record.sessionHalf)
    record.announcement.name = DeviceName(name)
    var endpoints: [Endpoint] = []
    for sighting in own where !endpoints.contains(sighting.endpoint) { endpoints.append(sighting.endpoint) }
    return FoundHost(name: name.isEmpty ? "?" : name, endpoints: endpoints, record: record)
  }
}
