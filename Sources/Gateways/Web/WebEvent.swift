public import Platform

/// The events that the user may want to know of; an ordinary request causes none of them.
public enum WebEvent: Sendable {
  /// The gateway serves the page at `port`, and without TLS at `plainPort`.
  case started(port: UInt16, plainPort: UInt16?, fingerprint: String)
  /// Phones are sent to the page on another host, at this address.
  case pageElsewhere(String)
  /// The UDP port for data channels cannot be opened, so pages play over TCP.
  case noDataChannels(port: UInt16, SystemError)
  /// The gateway has a new certificate, so browsers warn once more.
  case certified(fingerprint: String)
  /// A new certificate could not be made, so the former one stays in use.
  case notCertified
  /// The certificate of the host's own domain is in use, with these names; browsers that use one of them do not warn.
  case domainUsed(names: [String])
  /// The certificate of the host's own domain cannot be used; the old one, if any, stays in use.
  case domainRefused(DomainRefusal)
  /// The gateway has connected to the bridge.
  case bridgeFound
  /// The connection to the bridge is lost; pages wait for its return.
  case bridgeLost
  /// The tickets could not be written, so pages could not reconnect after a restart.
  case ticketsNotKept(SystemError)
  /// The gateway ends because of a signal.
  case stopping
}

/// The reasons why the web gateway does not start.
public enum WebError: Error, Sendable {
  /// The folder has no page.
  case page
  /// The port cannot be opened.
  case port(UInt16, SystemError)
  /// The key and the certificate cannot be read or stored.
  case state(SystemError)
  /// OpenSSL has failed to make a key or certificate.
  case certificate
  /// The socket for local programs cannot be opened.
  case socket(SystemError)
  /// The kernel has refused another resource that is needed.
  case system(SystemError)
}
