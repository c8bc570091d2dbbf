import Dialects
public import Model
public import Settings
import Wire

/// A protocol in the table of outputs, with the rules for serving it.
public struct OutputDialect: Sendable {
  /// The protocol, as the configuration names it.
  let transport: GatewayHeader.Transport
  /// The display name of the protocol.
  public let title: String
  /// The default of the first port to listen on, or of the port to send to.
  let port: UInt16
  /// The number of ports to listen on; 0 if messages are sent unasked to one endpoint.
  let ports: UInt16
  /// Creates the output that the settings describe.
  let make: @Sendable (ServedOutput) -> any Output

  /// All protocols.
  public static let all = [
    OutputDialect(transport: .dsu, title: "emulators", port: DSU.port, ports: 4) {
      DSUServer(server: .random(in: 1...UInt32.max), allowed: $0.settings.allowed)
    },
    OutputDialect(transport: .openTrack, title: "opentrack", port: HeadPose.port, ports: 0) {
      HeadOutput(player: $0.settings.player, to: $0.target)
    },
    OutputDialect(transport: .osc, title: "OSC", port: OSCPacket.port, ports: 0) { OSCOutput(to: $0.target) },
  ]
}

/// An enabled output: the settings of its section, and the protocol that serves it.
public struct ServedOutput: Sendable {
  /// The protocol.
  public let dialect: OutputDialect
  /// The endpoint to which messages are sent unasked.
  public let target: Endpoint
  fileprivate let settings: InputSettings.Output
  private let port: UInt16

  /// Creates the output with `settings`; nil if there is no such protocol.
  public init?(_ settings: InputSettings.Output) {
    guard let dialect = OutputDialect.all.first(where: { $0.transport == settings.transport }) else {
      return nil
    }
    (self.settings, self.dialect, port) = (settings, dialect, settings.port ?? dialect.port)
    target = settings.target?.endpoint(or: dialect.port) ?? Endpoint(address: .loopback, port: dialect.port)
  }

  /// True if messages are sent unasked to one endpoint, and nothing is received.
  public var isSender: Bool { dialect.ports == 0 }

  /// The local ports to listen on; port 0, for any free port, if the output only sends.
  public var ports: [UInt16] { isSender ? [0] : (0..<dialect.ports).map { port + $0 } }

  /// True if only programs on this machine are served, so that other machines need no access to the port.
  public var isLocal: Bool {
    isSender
      ? AddressRange.loopback.contains { $0.contains(target.address) }
      : settings.allowed.allSatisfy(\.isLoopback)
  }
}
