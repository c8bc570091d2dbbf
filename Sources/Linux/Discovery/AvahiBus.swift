internal import CAvahi
internal import Model
internal import Platform

/// The connection to Avahi's daemon over the system bus, renewed whenever it is lost.
///
/// No call here blocks.
@safe struct AvahiBus: ~Copyable {
  /// The wait after a connection was lost or could not be made.
  static let patience = Interval.seconds(5)

  /// The type of the services that are published, browsed and resolved.
  private let type: String
  private let memory: OpaquePointer
  /// The descriptor to add to a poller; it stays the same through all connections.
  let descriptor: Descriptor
  private var isConnected = false
  private var retry = Instant(nanoseconds: .min)

  /// Creates a bus for services of `type` that is not connected yet.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(of type: String) throws(SystemError) {
    self.type = type
    var memory: OpaquePointer?
    var number: Int32 = -1
    let result = unsafe avahi_bus_create(&memory, &number)
    guard result == 0, let memory = unsafe memory else { throw SystemError(code: -result, call: .poll) }
    unsafe self.memory = unsafe memory
    descriptor = Descriptor(owning: number)
  }

  deinit {
    unsafe avahi_bus_destroy(memory)
  }

  /// The time at which ``next(at:)`` has something to do even if the descriptor is not readable.
  var nextDeadline: Instant {
    guard isConnected else { return retry }
    let due = unsafe avahi_bus_deadline(memory)
    return due == .max ? .distantFuture : Instant(nanoseconds: due)
  }

  /// Returns the next event, or nil if there are no more.
  ///
  /// If there is no connection and the wait after the last failure is over, it connects to the bus first.
  mutating func next(at now: Instant) -> AvahiEvent? {
    guard connect(at: now) else { return nil }
    var event = unsafe avahi_event()
    while true {
      let result = unsafe avahi_bus_next(memory, &event)
      guard result >= 0 else { return lose(at: now) }
      guard result > 0 else { return nil }
      if let known = unsafe AvahiEvent(event) { return known }
    }
  }

  /// Ends the connection, and with it all published services, until ``next(at:)`` is called again.
  mutating func disconnect() {
    unsafe avahi_bus_disconnect(memory)
    isConnected = false
    retry = Instant(nanoseconds: .min)
  }

  private mutating func connect(at now: Instant) -> Bool {
    if !isConnected && now >= retry {
      isConnected = unsafe avahi_bus_connect(memory) == 0
      retry = now + AvahiBus.patience
    }
    return isConnected
  }

  private mutating func lose(at now: Instant) -> AvahiEvent {
    disconnect()
    retry = now + AvahiBus.patience
    return .presence(false)
  }

  /// Sends `call`; returns its number, or a negative number if it could not be sent.
  func send(_ call: AvahiCall) -> Int64 {
    switch call {
    case .askState: return unsafe avahi_ask_state(memory)
    case .makeGroup: return unsafe avahi_make_group(memory)
    case .add(let path, let name, let port, let txt):
      return unsafe avahi_add_service(memory, path, name, type, port, txt, txt.count)
    case .update(let path, let name, let txt):
      return unsafe avahi_update_service(memory, path, name, type, txt, txt.count)
    case .commit(let path): return unsafe avahi_commit_group(memory, path)
    case .freeGroup(let path): return unsafe avahi_free_group(memory, path)
    case .browse: return unsafe avahi_browse(memory, type)
    case .resolve(let service):
      return unsafe avahi_resolve(
        memory, service.interface, service.version, service.name, type, service.domain)
    case .freeResolver(let path): return unsafe avahi_free_resolver(memory, path)
    }
  }
}

extension AvahiEvent {
  /// Creates the Swift form of `event`, or nil for an event that the program does not use.
  fileprivate init?(_ event: avahi_event) {
    let (number, call) = unsafe (event.number, Int64(truncatingIfNeeded: event.call))
    switch unsafe avahi_kind(UInt32(event.kind)) {
    case AVAHI_PRESENCE: self = .presence(number == 1)
    case AVAHI_ANSWER:
      self = unsafe .answer(call: call, AvahiAnswer(path: String(cString: event.path), number: number))
    case AVAHI_REFUSAL: self = .refusal(call: call, nameIsTaken: number == 1)
    case AVAHI_SERVER_STATE: self = .server(isRunning: number == AVAHI_SERVER_RUNS)
    case AVAHI_GROUP_STATE:
      self = unsafe .group(path: String(cString: event.path), AvahiGroupState(number: number))
    case AVAHI_APPEARANCE: self = unsafe .appeared(AvahiService(event))
    case AVAHI_DISAPPEARANCE: self = unsafe .disappeared(AvahiService(event))
    case AVAHI_RESOLUTION: self = unsafe .resolved(AvahiService(event), AvahiResolution(event))
    case AVAHI_BROWSER_FAILURE: self = .browserFailed
    default: return nil
    }
  }
}

extension AvahiGroupState {
  /// Creates the state from its C number.
  fileprivate init(number: Int32) {
    switch number {
    case AVAHI_GROUP_COLLIDES: self = .collision
    case AVAHI_GROUP_FAILS: self = .failure
    default: self = .fine
    }
  }
}

extension AvahiService {
  /// Creates the service that `event` is about.
  fileprivate init(_ event: avahi_event) {
    unsafe self.init(
      interface: event.interface, version: event.protocol, name: String(cString: event.name),
      domain: String(cString: event.domain))
  }
}

extension AvahiResolution {
  /// Creates the address, the port and the TXT record from `event`.
  fileprivate init(_ event: avahi_event) {
    let txt = unsafe UnsafeBufferPointer(start: event.txt, count: event.txt_size)
    unsafe self.init(address: String(cString: event.address), port: event.port, txt: Array(txt))
  }
}
