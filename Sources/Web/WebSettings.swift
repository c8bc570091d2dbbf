public import Platform

/// What the web gateway can be told.
public struct WebSettings: Sendable {
  /// The TCP port of the page unless told otherwise.
  public static let defaultPort: UInt16 = 28_443

  /// The TCP port.
  public var port = WebSettings.defaultPort
  /// The TCP port of the same page without TLS, for phones that shall not see a warning; nil: there is none.
  public var plainPort: UInt16?
  /// The only address of this machine to listen at; nil: all.
  public var address: String?
  /// The folder with the page.
  public var folder: String
  /// The directory in which key and certificate are kept.
  public var stateDirectory: String
  /// The bridge's socket.
  public var bridgePath: String
  /// The socket at which local programs ask for tickets; what is needed to come back lies beside it.
  public var socketPath: String
  /// What the host is called; empty: as the machine is.
  public var name = ""

  /// The settings of a gateway.
  public init(folder: String, stateDirectory: String, bridgePath: String, socketPath: String) {
    self.folder = folder
    self.stateDirectory = stateDirectory
    self.bridgePath = bridgePath
    self.socketPath = socketPath
  }

  /// Whether `folder` has the page.
  public static func hasPage(_ folder: String) -> Bool { FileContents.exists("\(folder)/join.html") }
}

/// Something that a person may want to know; none of these comes with a mere request.
public enum WebEvent: Sendable {
  /// The page can be had at `port`, and without TLS at `plainPort`.
  case started(port: UInt16, plainPort: UInt16?, fingerprint: String)
  /// There is a new certificate: browsers warn once more.
  case certified(fingerprint: String)
  /// No new certificate could be made: the former one stays.
  case notCertified
  /// The bridge is there.
  case bridgeFound
  /// The bridge is gone: pages wait for it.
  case bridgeLost
  /// Pages would not find their way back after a restart.
  case ticketsNotKept(SystemError)
  /// The gateway ends because of a signal.
  case stopping
}

/// Why the web gateway does not start.
public enum WebError: Error, Sendable {
  /// There is no page in the folder.
  case page
  /// The port cannot be had.
  case port(UInt16, SystemError)
  /// Key and certificate cannot be kept.
  case state(SystemError)
  /// OpenSSL makes no key or certificate.
  case certificate
  /// The socket for local programs cannot be had.
  case socket(SystemError)
  /// The kernel refuses something else that is needed.
  case system(SystemError)
}
