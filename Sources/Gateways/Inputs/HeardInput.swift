public import Model
public import Settings
public import WebSocket
import Wire

/// An enabled input: the settings of its section, and the protocol adapted to these settings.
public struct HeardInput: Sendable {
  /// The settings.
  public let settings: InputSettings.Input
  /// The protocol, adapted to the settings.
  public let dialect: Dialect
  /// The first port to listen on.
  public let port: UInt16
  /// The servers to ask, for protocols whose controllers do not connect by themselves.
  public let servers: [Endpoint]
  /// The silence after which all of a controller's buttons and axes are released.
  let silence: Interval
  private let isAnnounced: Bool

  /// Creates the input with `settings`, announced on the LAN only if `isAnnounced`; nil if no protocol supports them.
  public init?(_ settings: InputSettings.Input, isAnnounced: Bool = true) {
    guard let usual = Dialect.all.first(where: { $0.transport == settings.transport }) else { return nil }
    (self.settings, self.isAnnounced) = (settings, isAnnounced)
    (dialect, port) = (usual.adopt(settings) ?? usual, settings.port ?? usual.port)
    (servers, silence) = (
      settings.servers.map { $0.endpoint(or: usual.port) }, settings.silence ?? usual.silence
    )
  }
}

extension AddressRange {
  /// True if the block contains only addresses of this machine itself.
  var isLoopback: Bool {
    AddressRange.loopback.contains { $0.contains(base) && $0.length <= length }
  }
}

extension HeardInput {
  /// True if only controllers on this machine are accepted, so that other machines need no access to the port.
  public var isLocal: Bool { dialect.calls.isEmpty && settings.allowed.allSatisfy(\.isLoopback) }

  /// True if the gateway asks the configured servers, because controllers do not connect by themselves.
  private var isAsked: Bool { !dialect.calls.isEmpty || !paths.isEmpty }

  /// The TCP port to listen on; nil for none.
  public var streamPort: UInt16? {
    switch dialect.stream {
    case .served, .fetched: port
    case .called, nil: nil
    }
  }

  /// The files that controllers can fetch from the TCP port; nil if the protocol has no such files.
  public var files: FileShelf? { if case .fetched(let files) = dialect.stream { files } else { nil } }

  /// The announcement of the port on the LAN; nil for none, and for a port open only to this machine.
  public var announcement: Dialect.Announcement? { isAnnounced && !isLocal ? dialect.announcement : nil }

  /// The paths of the WebSockets to request from servers, in turn; empty for protocols without such servers.
  public var paths: [String] { if case .called(let paths) = dialect.stream { paths } else { [] } }

  /// The local UDP ports to listen on; port 0, for any free port, if the gateway sends requests over UDP.
  public var ports: [UInt16] { dialect.calls.isEmpty ? (0..<dialect.ports).map { port &+ $0 } : [0] }

  /// Returns the device number of the first controller of the server at `endpoint`.
  ///
  /// Device numbers count the controllers at an address. The first is 0 for controllers that connect by themselves.
  func firstDevice(at endpoint: Endpoint) -> UInt8 {
    let servers = servers.filter { $0.address == endpoint.address }
    return servers.firstIndex(of: endpoint).map { UInt8(truncatingIfNeeded: $0) &* dialect.devices } ?? 0
  }

  /// Returns whether messages from `endpoint` are accepted.
  ///
  /// If the gateway asks servers, it accepts messages only from their endpoints. Otherwise it accepts all allowed
  /// addresses.
  public func hears(_ endpoint: Endpoint) -> Bool {
    guard !isAsked else {
      return servers.contains { $0.address == endpoint.address && $0.port == endpoint.port }
    }
    return settings.allowed.contains { $0.contains(endpoint.address) }
  }
}
