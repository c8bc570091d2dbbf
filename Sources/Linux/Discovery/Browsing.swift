import Model
import Platform
import Wire

/// The part of the search that finds hosts through Avahi's daemon.
///
/// The value decides which calls to make, and reads the daemon's events.
struct Browsing: Sendable {
  /// A change among the hosts.
  enum Change: Hashable, Sendable {
    /// A host has been found, or has changed.
    case found(AvahiService, HostRecord, Endpoint)
    /// A host is gone.
    case lost(AvahiService)
    /// Avahi no longer watches the services found so far, so all of them count as lost.
    case lostAll
  }

  /// The maximum number of services that are looked up, more than any network of players has.
  ///
  /// Further services are ignored.
  static let limit = 64
  /// The wait after the browser has failed.
  static let patience = Interval.seconds(5)

  private struct Lookup {
    var call: Int64?
    var path: String?
  }

  private var isThere = false
  private var browser: Int64?
  private var retry = Instant(nanoseconds: .min)
  private var lookups: [AvahiService: Lookup] = [:]
  private var waiting: [AvahiService] = []
  private var leftovers: [String] = []

  /// The time at which ``next(at:)`` has a call to make even without an event.
  var nextDeadline: Instant { isThere && browser == nil ? retry : .distantFuture }

  /// Returns the next call to send to the daemon; nil if no call is due at `now`.
  ///
  /// After sending the call, the caller has to call ``note(_:of:at:)``.
  mutating func next(at now: Instant) -> AvahiCall? {
    if let path = leftovers.popLast() { return .freeResolver(path: path) }
    guard isThere else { return nil }
    if browser == nil { return now >= retry ? .browse : nil }
    return waiting.popLast().map { .resolve($0) }
  }

  /// Records the number of `request`, which was just sent.
  mutating func note(_ call: Int64, of request: AvahiCall, at now: Instant) {
    switch request {
    case .browse:
      retry = now + Browsing.patience
      browser = call < 0 ? nil : call
    case .resolve(let service): lookups[service]?.call = call
    default: break
    }
  }

  /// Applies an event from the daemon and returns the resulting change, if any.
  mutating func apply(_ event: AvahiEvent, at now: Instant) -> Change? {
    switch event {
    case .presence(let isThere):
      self = Browsing()
      self.isThere = isThere
      return .lostAll
    case .browserFailed: return fail(at: now)
    case .refusal(let call, _) where call == browser: return fail(at: now)
    case .answer(let call, let answer): settle(call, answer.path)
    case .appeared(let service): look(up: service)
    case .disappeared(let service):
      guard let lookup = lookups.removeValue(forKey: service) else { return nil }
      if let path = lookup.path { leftovers.append(path) }
      return .lost(service)
    case .resolved(let service, let resolution): return read(service, resolution)
    case .refusal, .server, .group: break
    }
    return nil
  }

  private mutating func fail(at now: Instant) -> Change {
    self = Browsing()
    isThere = true
    retry = now + Browsing.patience
    return .lostAll
  }

  private mutating func look(up service: AvahiService) {
    guard lookups.count < Browsing.limit, lookups[service] == nil else { return }
    lookups[service] = Lookup()
    waiting.append(service)
  }

  /// Assigns a new resolver to its lookup; a resolver that is no longer needed is stopped.
  private mutating func settle(_ call: Int64, _ path: String) {
    guard call != browser, !path.isEmpty else { return }
    if let service = lookups.first(where: { $0.value.call == call })?.key {
      lookups[service]?.path = path
    } else {
      leftovers.append(path)
    }
  }

  /// Reads the record of a service.
  ///
  /// A service without a valid record counts as lost, even if an earlier record was valid.
  private func read(_ service: AvahiService, _ resolution: AvahiResolution) -> Change? {
    guard lookups[service] != nil else { return nil }
    guard let address = Address(resolution.address),
      let record = try? HostRecord(
        txt: resolution.txt.span, name: DeviceName(service.name), port: resolution.port)
    else { return .lost(service) }
    let scope = address.isLinkLocal ? UInt32(clamping: service.interface) : 0
    return .found(service, record, Endpoint(address: address, port: record.port, scope: scope))
  }
}
