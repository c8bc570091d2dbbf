import Channel
import Cryptography
import Model
import Session
import Wire

/// The outside of a packet: whose it is, its number, and where its frames start.
struct Envelope {
  /// How a transport numbers its packets.
  enum Number {
    /// 16 bits that wrap (PLAIN).
    case wrapping(UInt16)
    /// A number that never does (gateways, encrypted sessions).
    case running(UInt64)
  }

  let key: Roster.Key
  let peer: PeerID
  let transport: GatewayHeader.Transport
  let number: Number
  let start: Int

  /// Opens a packet by the header of its transport.
  init(opening bytes: Span<UInt8>, from origin: Bridge.Origin) throws(Drop) {
    do throws(Malformed) {
      switch origin {
      case .network(let endpoint):
        self.init(try PlainHeader(parsing: bytes), from: endpoint)
      case .local(let connection):
        guard case .frames(let header) = try LocalPacket(parsing: bytes) else { throw .unknownType }
        self.init(header, connection: connection)
      }
    } catch {
      throw .malformed(error)
    }
  }

  private init(_ header: PlainHeader, from endpoint: Endpoint) {
    key = Roster.Key(origin: endpoint.address, token: header.token)
    peer = .network(endpoint)
    transport = .direct
    number = .wrapping(header.sequence)
    start = PlainHeader.size
  }

  /// A packet of an encrypted session, opened, of the device of `key`.
  init(_ opened: HostChannel.Opened, of key: Roster.Key, from endpoint: Endpoint) {
    self.key = key
    peer = .network(endpoint)
    transport = .direct
    number = .running(opened.number)
    start = opened.frames.lowerBound
  }

  /// A gateway's controller is known by the gateway and its number there, so that it survives the gateway, and stays the same
  /// when another transport carries its packets.
  private init(_ header: GatewayHeader, connection: UInt32) {
    key = Roster.Key(gateway: header.transport.gateway, controller: header.controller)
    peer = .gateway(connection: connection, controller: header.controller)
    transport = header.transport
    number = .running(UInt64(header.counter))
    start = GatewayHeader.size
  }

  /// The frames that follow the header.
  static func frames(in bytes: Span<UInt8>, from start: Int) throws(Drop) -> ControllerFrames {
    do throws(Malformed) {
      return try ControllerFrames(parsing: bytes, from: start)
    } catch {
      throw .malformed(error)
    }
  }
}

extension Roster.Key {
  /// The key of the device of that public key.
  init(_ key: PublicKey) {
    let bytes = key.bytes
    self.init(
      device: (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) },
      (8..<12).reduce(0) { $0 << 8 | UInt32(bytes[$1]) })
  }

  /// Where the controller spoke from before the host started anew, as far as its key tells.
  var formerPeer: PeerID {
    isBehindGateway
      ? .gateway(connection: .max, controller: token) : .network(Endpoint(address: origin, port: 0))
  }
}
