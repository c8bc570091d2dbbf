public import Platform

/// The events of interest to the user; an ordinary request causes none.
public enum WebEvent: Sendable {
  /// The gateway serves the page at `port`, and without TLS at `plainPort`; it serves the overlay at `overlayPort`.
  case started(port: UInt16, plainPort: UInt16?, overlayPort: UInt16?, fingerprint: String)
  /// Phones are sent to a page on another host, at this address.
  case pageElsewhere(String)
  /// The UDP port for data channels cannot be opened; pages play over TCP.
  case noDataChannels(port: UInt16, SystemError)
  /// The gateway has a new certificate, so browsers will warn again.
  case certified(fingerprint: String)
  /// No new certificate could be made; the old one stays in use.
  case notCertified
  /// The certificate of the host's own domain is in use.
  ///
  /// Browsers do not warn if they use one of these names.
  case domainUsed(names: [String])
  /// The certificate of the host's own domain cannot be used; the old one, if any, stays in use.
  case domainRefused(DomainRefusal)
  /// The gateway has connected to the bridge.
  case bridgeFound
  /// The connection to the bridge is lost; pages wait until it returns.
  case bridgeLost
  /// The tickets could not be written, so a restart would lose new ones, and bring back revoked links of overlays.
  case ticketsNotKept(SystemError)
  /// The given number of lines in the file of tickets are of another version, and were left out.
  case ticketsLeftOut(Int)
  /// The layout with the given name cannot be shown, for these reasons; phones cannot choose it.
  case layoutRefused(String, faults: String)
  /// The given number of layouts of the page are not offered, because the list of their names would be too long.
  case layoutsLeftOut(Int)
  /// The file with the given name, which has a kept layout or the index of all, cannot be used; a damaged file is
  /// renamed.
  case keptLayoutRefused(String, reason: String, isDamaged: Bool)
  /// The file with the given name in the folder of kept layouts could not be read for that reason, and stays as it is.
  case keptLayoutUnread(String, reason: String)
  /// A change of the kept layouts could not be written, so it has no effect.
  case layoutsNotKept(SystemError)
  /// The rows of checked phones could not be written, so the change has no effect.
  case checksNotKept(SystemError)
  /// The file with the rows of checked phones could not be read for that reason, and stays as it is.
  case checksUnread(reason: String)
  /// The file with the rows of checked phones is damaged; it is renamed.
  case checksDamaged
  /// The folder at the given path does not contain the page any more; the gateway continues to serve the page that it
  /// loaded before.
  case pageGone(String)
  /// A program has tried to report the running game, but the user with the given number is not allowed to.
  case gameRefused(user: UInt32)
  /// A game wants the layout with the given id, which the host does not have.
  case gameLayoutUnknown(String)
  /// The gateway is stopping because of a signal.
  case stopping
}

/// The reasons why the web gateway cannot start.
public enum WebError: Error, Sendable {
  /// The folder does not contain the page.
  case page
  /// The port could not be opened.
  case port(UInt16, SystemError)
  /// The key and the certificate could not be read or stored.
  case state(SystemError)
  /// OpenSSL has failed to make or to use a key or certificate.
  case certificate
  /// A socket for local programs could not be opened.
  case socket(SystemError)
  /// The kernel has refused another necessary resource.
  case system(SystemError)
}
