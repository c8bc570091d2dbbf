import Dialects
public import Model
public import Settings
import Wire

/// A protocol of the table of outputs: how to serve it.
public struct OutputDialect: Sendable {
  /// The protocol, as the configuration names it.
  let transport: GatewayHeader.Transport
  /// The name of the protocol for people.
  public let title: String
  /// The first UDP port that is listened at, or to which messages go, unless told otherwise.
  let port: UInt16
  /// The number of ports that are listened at; 0 if messages go to one place unasked.
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

/// An output that is served: the settings of its section, and what follows from them for its protocol.
public struct ServedOutput: Sendable {
  /// The protocol.
  public let dialect: OutputDialect
  /// The endpoint to which messages go unasked.
  public let target: Endpoint
  fileprivate let settings: InputSettings.Output
  private let port: UInt16

  /// Creates the output of `settings`; nil if no protocol has them.
  public init?(_ settings: InputSettings.Output) {
    guard let dialect = OutputDialect.all.first(where: { $0.transport == settings.transport }) else {
      return nil
    }
    (self.settings, self.dialect, port) = (settings, dialect, settings.port ?? dialect.port)
    target = settings.target?.endpoint(or: dialect.port) ?? Endpoint(address: .loopback, port: dialect.port)
  }

  /// True if messages go to one place unasked, and nothing is heard.
  public var isSender: Bool { dialect.ports == 0 }

  /// The local ports that are listened at; for one that only sends, any one port.
  public var ports: [UInt16] { isSender ? [0] : (0..<dialect.ports).map { port + $0 } }

  /// True if only programs of this machine are reached, so that the port can be closed to all others.
  public var isLocal: Bool {
    isSender
      ? AddressRange.loopback.contains { $0.contains(target.address) }
      : settings.allowed.allSatisfy(\.isLoopback)
  }
}
