import Channel
import Model
import Wire

/// The header data of a packet: the controller, the packet number, and the start of the frames.
struct Envelope {
  /// The number of a packet, in the format of its transport.
  enum Number {
    /// A number of 16 bits that wraps (PLAIN).
    case wrapping(UInt16)
    /// A number that never wraps (gateways, encrypted sessions).
    case running(UInt64)
  }

  let key: Roster.Key
  let peer: PeerID
  let transport: GatewayHeader.Transport
  let number: Number
  let start: Int

  /// Parses the header of a packet according to its transport.
  init(opening bytes: Span<UInt8>, from origin: Bridge.Origin) throws(Drop) {
    switch origin {
    case .network(let endpoint):
      self.init(try PlainHeader(parsing: bytes), from: endpoint)
    case .gateway(let header, let connection):
      self.init(header, connection: connection)
    }
  }

  private init(_ header: PlainHeader, from endpoint: Endpoint) {
    key = .plain(endpoint.address, token: header.token)
    peer = .network(endpoint)
    transport = .direct
    number = .wrapping(header.sequence)
    start = PlainHeader.size
  }

  /// Creates the envelope of a decrypted packet from the device with `key`.
  init(_ opened: HostChannel.Opened, of key: Roster.Key, from endpoint: Endpoint) {
    self.key = key
    peer = .network(endpoint)
    transport = .direct
    number = .running(opened.number)
    start = opened.frames.lowerBound
  }

  /// Creates the envelope of a gateway's packet.
  ///
  /// The controller is identified by its gateway and by its number at this gateway. It therefore remains the
  /// same controller when the gateway restarts, or when the controller switches to another transport of the
  /// same gateway.
  private init(_ header: GatewayHeader, connection: UInt32) {
    key = .gateway(header.transport.gateway, controller: header.controller)
    peer = .gateway(connection: connection, controller: header.controller)
    transport = header.transport
    number = .running(UInt64(header.counter))
    start = GatewayHeader.size
  }
}
