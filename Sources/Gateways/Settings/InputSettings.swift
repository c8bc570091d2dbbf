public import Dialects
public import Model
public import Wire

/// The settings of the inputs gateway.
///
/// They come from the sections `[input NAME]`, `[output NAME]` and `[host]`; `tiltpad inputs` adds paths.
public struct InputSettings: KeyedSettings {
  /// The inputs, one for each protocol.
  public var inputs = GatewayHeader.Transport.inputs.map { Input($0) }
  /// The outputs, one for each protocol that shows pads to other programs.
  public var outputs = [GatewayHeader.Transport.dsu, .openTrack, .osc].map { Output($0) }
  /// True if ports may be announced on the LAN, like the host.
  public var isAnnounced = true
  /// The path of the daemon's socket for gateways.
  public var socketPath = ""
  /// The path of the file with the users' answers.
  public var statePath = ""

  /// Creates the default settings.
  public init() {}

  /// True if no input is enabled and no output is served.
  public var isEmpty: Bool { heard.isEmpty && served.isEmpty }

  /// The enabled inputs.
  public var heard: [Input] { inputs.filter(\.isEnabled) }

  /// The enabled outputs.
  public var served: [Output] { outputs.filter(\.isEnabled) }
}

extension InputSettings {
  /// The settings of a section `[input NAME]`.
  public struct Input: Sendable {
    /// The protocol.
    public let transport: GatewayHeader.Transport
    /// True if the input is enabled.
    public var isEnabled = false
    /// The first port to listen on; nil for the default.
    public var port: UInt16?
    /// The networks whose controllers are accepted.
    public var allowed = AddressRange.loopback
    /// The servers to ask, for protocols whose controllers do not connect by themselves.
    public var servers: [NumericHost] = []
    /// True if the user has to accept each new controller.
    public var isConfirmed = true
    /// The way in which the controllers are held.
    public var orientation = Orientation.normal
    /// The silence after which all of a controller's buttons and axes are released; nil for the default.
    public var silence: Interval?
    /// The OSC address and the UDP port for showing rumble; nil for the defaults.
    public var rumble: (address: OSCAddress, port: UInt16?)?
    /// The meanings of the numbers at OSC addresses; the first matching address counts.
    public var meanings: [(address: String, meaning: NumberMeaning)] = []

    /// Creates the default settings for `transport`: only controllers on this machine, each confirmed by the user.
    public init(_ transport: GatewayHeader.Transport) { self.transport = transport }

    /// The section, without brackets.
    public var section: String { "input \(transport.name)" }
  }

  /// The settings of a section `[output NAME]`.
  public struct Output: Sendable {
    /// The protocol.
    public let transport: GatewayHeader.Transport
    /// True if the output is served.
    public var isEnabled = false
    /// The first port to listen on; nil for the default.
    public var port: UInt16?
    /// The networks whose programs are answered.
    public var allowed = AddressRange.loopback
    /// The host to which messages are sent unasked; nil for this machine.
    public var target: NumericHost?
    /// The player shown by protocols that show only one.
    public var player = PlayerSlot(index: 0)

    /// Creates the default settings for `transport`: only programs on this machine.
    public init(_ transport: GatewayHeader.Transport) { self.transport = transport }

    /// The section, without brackets.
    public var section: String { "output \(transport.name)" }
  }
}

/// The orientation in which a controller is held: the direction of its upper edge, as the player sees it.
public enum Orientation: String, CaseIterable, Sendable {
  /// The upper edge points up.
  case normal
  /// The upper edge points to the left.
  case sidewaysLeft = "sideways-left"
  /// The upper edge points to the right.
  case sidewaysRight = "sideways-right"
  /// The upper edge points down.
  case inverted
}

/// A host, given by its numeric address and optionally a port.
public struct NumericHost: Hashable, Sendable {
  /// The address.
  public var address: Address
  /// The port; nil for the default.
  public var port: UInt16?

  /// Creates the host from `text`, such as `192.168.1.23:26761`; nil if that is not a host.
  public init?(_ text: String) {
    guard let parts = HostAndPort(text, defaultPort: 1), parts.port > 0, let address = Address(parts.host)
    else { return nil }
    (self.address, port) = (address, HostAndPort(text)?.port)
  }

  /// Returns the endpoint with the port, or with `usual` if the port is nil.
  public func endpoint(or usual: UInt16) -> Endpoint { Endpoint(address: address, port: port ?? usual) }
}

extension AddressRange {
  /// The loopback addresses of this machine (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
  public static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange(text: $0) }
}
