internal import Pages
public import Platform

/// The settings of the web gateway.
public struct WebSettings: Sendable {
  /// The TCP port of the page with TLS, and the UDP port for data channels.
  public var port: UInt16
  /// The TCP port of the same page without TLS, for phones that are to see no warning; nil for none.
  public var plainPort: UInt16?
  /// The only address of this machine to listen at; nil for all.
  public var address: String?
  /// The folder with the files of the page.
  public var folder: String
  /// The directory in which key and certificate are kept.
  public var stateDirectory: String
  /// The path of the bridge's socket.
  public var bridgePath: String
  /// The path of the socket at which local programs ask for tickets; the file of the tickets lies beside it.
  public var socketPath: String
  /// The host's name; empty for the machine's name.
  public var name = ""
  /// The files of the certificate of an own domain; nil for none.
  public var domain: DomainPaths?
  /// The address of the page elsewhere that phones are sent to; nil for this machine's own.
  public var page: String?
  /// The most guests at once: phones, also those that are away, televisions and dashboards with a ticket.
  public var guestLimit = TicketBook.guestLimit
  /// The port at which the app DroidPad connects to the inputs gateway; nil if it does not play here.
  public var droidPadPort: UInt16?

  /// Creates the settings of a gateway.
  public init(port: UInt16, folder: String, stateDirectory: String, bridgePath: String, socketPath: String) {
    self.port = port
    self.folder = folder
    self.stateDirectory = stateDirectory
    self.bridgePath = bridgePath
    self.socketPath = socketPath
  }
}

/// The events that a person may want to know about; a mere request causes none of them.
public enum WebEvent: Sendable {
  /// The gateway serves the page at `port`, and without TLS at `plainPort`.
  case started(port: UInt16, plainPort: UInt16?, fingerprint: String)
  /// Phones are sent to the page elsewhere at this address.
  case pageElsewhere(String)
  /// The UDP port for data channels cannot be opened, so pages play over TCP.
  case noDataChannels(port: UInt16, SystemError)
  /// The gateway has a new certificate, so browsers warn once more.
  case certified(fingerprint: String)
  /// A new certificate could not be made, so the former one stays in use.
  case notCertified
  /// The certificate of the own domain is in use, with these names; browsers that come by one of them do not warn.
  case domainUsed(names: [String])
  /// The certificate of the own domain cannot be used; the former one, if there was one, stays in use.
  case domainRefused(DomainRefusal)
  /// The gateway has connected to the bridge.
  case bridgeFound
  /// The connection to the bridge is lost; pages wait for its return.
  case bridgeLost
  /// The tickets could not be written, so pages would not find their way back after a restart.
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
