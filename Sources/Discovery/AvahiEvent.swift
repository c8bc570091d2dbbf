/// Something that Avahi's daemon has said, or that has become of it.
enum AvahiEvent: Hashable, Sendable {
  /// It is there, perhaps another than before, or it is gone.
  case presence(Bool)
  /// A call was answered.
  case answer(call: Int64, AvahiAnswer)
  /// A call was refused.
  case refusal(call: Int64, nameIsTaken: Bool)
  /// Whether it can publish at the moment.
  case server(isRunning: Bool)
  /// What has become of a group of services.
  case group(path: String, AvahiGroupState)
  /// A browser sees a service.
  case appeared(AvahiService)
  /// A browser sees it no longer.
  case disappeared(AvahiService)
  /// A service was looked up, or has changed.
  case resolved(AvahiService, AvahiResolution)
  /// A browser has given up.
  case browserFailed
}

/// What a call returned.
struct AvahiAnswer: Hashable, Sendable {
  /// The object's path, when it is one.
  var path = ""
  /// The number, when it is one.
  var number: Int32 = 0
}

/// What has become of a group.
enum AvahiGroupState: Hashable, Sendable {
  /// Its services are on their way to the network, or there.
  case fine
  /// Somebody else has the name.
  case collision
  /// It failed otherwise.
  case failure
}

/// A service as a browser sees it: on one interface, by one version of IP.
struct AvahiService: Hashable, Sendable {
  var interface: Int32
  var version: Int32
  var name: String
  var domain: String
}

/// Where a service is, and what it says.
struct AvahiResolution: Hashable, Sendable {
  var address: String
  var port: UInt16
  var txt: [UInt8]
}

/// Something that Avahi's daemon is asked for.
enum AvahiCall: Hashable, Sendable {
  /// Whether it can publish.
  case askState
  /// A group to publish services in.
  case makeGroup
  /// A service of the group `path`.
  case add(path: String, name: String, port: UInt16, txt: [UInt8])
  /// Another TXT record for it.
  case update(path: String, name: String, txt: [UInt8])
  /// To publish the group.
  case commit(path: String)
  /// To take the group back.
  case freeGroup(path: String)
  /// To tell of hosts that come and go.
  case browse
  /// To look up one of them, again and again.
  case resolve(AvahiService)
  /// To stop looking it up.
  case freeResolver(path: String)
}
