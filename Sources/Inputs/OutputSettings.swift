import Dialects
public import Model

/// A protocol of the table of outputs: how to serve it.
public struct OutputDialect: Sendable {
  /// The name of the protocol in the configuration.
  public let name: String
  /// The name of the protocol for people.
  public let title: String
  /// The first UDP port that is listened at, or to which messages go, unless told otherwise.
  let port: UInt16
  /// The number of ports that are listened at; 0 if messages go to one place unasked.
  let ports: UInt16
  /// Creates the output that the settings describe.
  let make: @Sendable (OutputSettings) -> any Output

  /// All protocols.
  public static let all = [
    OutputDialect(name: "dsu", title: "emulators", port: DSU.port, ports: 4) {
      DSUServer(server: .random(in: 1...UInt32.max), allowed: $0.allowed)
    },
    OutputDialect(name: "opentrack", title: "opentrack", port: HeadPose.port, ports: 0) {
      HeadOutput(player: $0.player, to: $0.target)
    },
    OutputDialect(name: "osc", title: "OSC", port: OSCPacket.port, ports: 0) { OSCOutput(to: $0.target) },
  ]
}

/// The settings of one output, as the configuration's section `[output NAME]` gives them.
public struct OutputSettings: Sendable {
  /// The protocol.
  public let dialect: OutputDialect
  /// The networks whose programs are answered.
  public var allowed = AddressRange.loopback
  /// The place to which messages go unasked.
  public var target: Endpoint
  /// The player who is shown where only one can be.
  public var player = PlayerSlot(index: 0)
  private var port: UInt16

  /// Creates the settings that `words` write: the name of a protocol, then `key=value` for each setting that is not as usual.
  ///
  /// - Throws: the word that is not understood.
  public init(_ words: String) throws(UnknownWord) {
    let name = UnknownWord.first(of: words)
    guard let dialect = OutputDialect.all.first(where: { $0.name == name }) else {
      throw UnknownWord(word: name)
    }
    (self.dialect, port) = (dialect, dialect.port)
    target = Endpoint(address: .loopback, port: dialect.port)
    try UnknownWord.walk(words) { set($0, $1) }
  }

  private mutating func set(_ key: String, _ text: String) -> Bool {
    switch key {
    case "port":
      assign(UInt16(text).flatMap { 0 < $0 && $0 < .max - dialect.ports ? $0 : nil }, to: &port)
    case "allow": assign(AddressRange.list(text), to: &allowed)
    case "to": assign(Endpoint.list(text, port: dialect.port)?.first, to: &target)
    case "player": assign(Int(text).flatMap(PlayerSlot.init(number:)), to: &player)
    default: false
    }
  }

  /// True if messages go to one place unasked, and nothing is heard.
  public var isSender: Bool { dialect.ports == 0 }

  /// The local ports that are listened at; for one that only sends, any one port.
  public var ports: [UInt16] { isSender ? [0] : (0..<dialect.ports).map { port + $0 } }

  /// True if only programs of this machine are reached, so that the port can be closed to all others.
  public var isLocal: Bool {
    isSender
      ? AddressRange.loopback.contains { $0.contains(target.address) } : allowed.allSatisfy(\.isLoopback)
  }
}
