public import Model
import Wire

/// A host that was found.
public struct FoundHost: Hashable, Sendable {
  /// What it is called, as it can be shown; never empty.
  public var name: String
  /// Where controllers reach it, in the order in which that was learnt.
  public var endpoints: [Endpoint]
  /// What it says of itself.
  public var record: HostRecord

  /// A host; see the properties.
  public init(name: String, endpoints: [Endpoint], record: HostRecord) {
    self.name = name
    self.endpoints = endpoints
    self.record = record
  }
}

/// The hosts that there are, put together from what all ways of search have found: a value without clock or socket.
///
/// Hosts are told apart by their keys, or by their sessions where they have none. All that they say is a hint, which
/// anybody on the network can make up; only the handshake proves a key.
public struct HostList: Sendable {
  /// What has become of a host.
  public enum Change: Hashable, Sendable {
    /// It was not there before.
    case appeared(FoundHost)
    /// It is still there, and something about it is new.
    case changed(FoundHost)
    /// It is no longer there; this is how it was.
    case vanished(FoundHost)
  }

  /// Which way a host was seen.
  enum Source: Hashable, Sendable {
    /// By DNS-SD, which tells when it goes.
    case service(AvahiService)
    /// By its answer to a probe, which is good for a while.
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
    /// Counts up; the newest says how the host is.
    var order: Int
    var end: Instant
  }

  /// More than a network of players has; what comes beyond is not kept.
  static let limit = 128
  /// How long an answer to a probe is good for: probes follow every 5 s.
  static let lifetime = Interval.seconds(16)
  /// How long it still is when DNS-SD has seen the host go.
  static let grace = Interval.seconds(6)

  /// The hosts, in the order in which they appeared.
  public private(set) var hosts: [FoundHost] = []
  private var sightings: [Sighting] = []
  private var order = 0

  /// No hosts.
  public init() {}

  /// When ``advance(to:)`` has something to do.
  public var nextDeadline: Instant { sightings.map(\.end).min() ?? .distantFuture }

  /// Notes that `source` shows a host.
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

  /// Notes that `service` is gone; what its host has answered is good for a moment only.
  mutating func forget(_ service: AvahiService, at now: Instant) -> [Change] {
    guard let gone = sightings.first(where: { $0.source == .service(service) }) else { return [] }
    sightings.removeAll { $0.source == .service(service) }
    let isSeen = sightings.contains { $0.source.isService && $0.record.isOfSameHost(as: gone.record) }
    for index in sightings.indices where !isSeen && sightings[index].record.isOfSameHost(as: gone.record) {
      sightings[index].end = min(sightings[index].end, now + HostList.grace)
    }
    return refresh()
  }

  /// Forgets all that DNS-SD has shown, since nobody tells any more.
  mutating func forgetServices() -> [Change] {
    sightings.removeAll { $0.source.isService }
    return refresh()
  }

  /// Forgets whose answers are too old.
  public mutating func advance(to now: Instant) -> [Change] {
    guard nextDeadline <= now else { return [] }
    sightings.removeAll { $0.end <= now }
    return refresh()
  }

  /// Puts the hosts together anew and compares them with those before.
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

  /// One host for all sightings of the same.
  private static func gathered(_ sightings: [Sighting]) -> [FoundHost] {
    var rest = sightings[...]
    var hosts: [FoundHost] = []
    while let first = rest.first {
      // One without a key belongs to the host with the same session, whichever comes first.
      let anchor = rest.first { $0.record.key != nil && $0.record.isOfSameHost(as: first.record) } ?? first
      hosts.append(merged(rest.filter { $0.record.isOfSameHost(as: anchor.record) }, as: anchor))
      rest.removeAll { $0.record.isOfSameHost(as: anchor.record) }
    }
    return hosts
  }

  /// A host is as the newest sighting says, and called as DNS-SD does; only what all ways of search tell is kept.
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
