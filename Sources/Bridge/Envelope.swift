import Model
import Session
import Wire

/// The outside of a packet: whose it is, its number, and where its frames start.
struct Envelope {
  /// How a transport numbers its packets.
  enum Number {
    /// 16 bits that wrap (PLAIN).
    case wrapping(UInt16)
    /// 32 bits that never do (gateways).
    case running(UInt32)
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

  /// A gateway's controller is known by its transport and number, so that it survives the gateway.
  private init(_ header: GatewayHeader, connection: UInt32) {
    key = Roster.Key(transport: header.transport, controller: header.controller)
    peer = .gateway(connection: connection, controller: header.controller)
    transport = header.transport
    number = .running(header.counter)
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
  /// No datagram comes from there: the address is a multicast one (RFC 4291 §2.7).
  private static let gateways = UInt64.max

  /// The key of a gateway's controller.
  init(transport: GatewayHeader.Transport, controller: UInt32) {
    self.init(
      origin: Address(high: Roster.Key.gateways, low: UInt64(transport.rawValue)), token: controller)
  }

  /// Where the controller spoke from before the host started anew, as far as its key tells.
  var formerPeer: PeerID {
    origin.high == Roster.Key.gateways
      ? .gateway(connection: .max, controller: token) : .network(Endpoint(address: origin, port: 0))
  }
}
