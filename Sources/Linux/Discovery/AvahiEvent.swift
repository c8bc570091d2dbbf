/// An event from Avahi's daemon.
enum AvahiEvent: Hashable, Sendable {
  /// The daemon is present (true), possibly a different one than before, or gone (false).
  case presence(Bool)
  /// The daemon has answered a call.
  case answer(call: Int64, AvahiAnswer)
  /// The daemon has refused a call.
  case refusal(call: Int64, nameIsTaken: Bool)
  /// The daemon can publish now (true), or cannot (false).
  case server(isRunning: Bool)
  /// A group of services has a new state.
  case group(path: String, AvahiGroupState)
  /// A browser has found a service.
  case appeared(AvahiService)
  /// A browser no longer finds a service.
  case disappeared(AvahiService)
  /// A resolver has looked up a service, for the first time or after a change.
  case resolved(AvahiService, AvahiResolution)
  /// A browser has failed.
  case browserFailed
}

/// The return value of a call.
struct AvahiAnswer: Hashable, Sendable {
  /// The path of the returned object; empty if the call returns none.
  var path = ""
  /// The returned number; 0 if the call returns none.
  var number: Int32 = 0
}

/// The state of a group of services.
enum AvahiGroupState: Hashable, Sendable {
  /// The services are published, or are about to be.
  case fine
  /// Another host has the name.
  case collision
  /// The group has failed for another reason.
  case failure
}

/// A service as a browser finds it: on one interface, by one version of IP.
struct AvahiService: Hashable, Sendable {
  var interface: Int32
  var version: Int32
  var name: String
  var domain: String
}

/// The address, the port and the TXT record of a service.
struct AvahiResolution: Hashable, Sendable {
  var address: String
  var port: UInt16
  var txt: [UInt8]
}

/// A call to Avahi's daemon.
enum AvahiCall: Hashable, Sendable {
  /// Asks for the state of the daemon, which shows whether it can publish.
  case askState
  /// Creates a group in which services can be published.
  case makeGroup
  /// Adds a service to the group at `path`.
  case add(path: String, name: String, port: UInt16, txt: [UInt8])
  /// Replaces the TXT record of a service in the group at `path`.
  case update(path: String, name: String, txt: [UInt8])
  /// Publishes the services of the group.
  case commit(path: String)
  /// Frees the group, which withdraws its services.
  case freeGroup(path: String)
  /// Starts a browser that reports hosts as they appear and disappear.
  case browse
  /// Starts a resolver that looks up a service and reports its changes.
  case resolve(AvahiService)
  /// Stops the resolver.
  case freeResolver(path: String)
}
