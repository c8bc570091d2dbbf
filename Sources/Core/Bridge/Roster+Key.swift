import Cryptography
public import Model

extension Roster {
  /// The identity of a controller, independent of its port or connection.
  public enum Key: Hashable, Sendable {
    /// A controller without encryption, identified by its address and its token.
    case plain(Address, token: UInt32)
    /// A controller behind the gateway with this number, identified by its own number at this gateway.
    case gateway(UInt8, controller: UInt32)
    /// The device whose public key begins with these twelve bytes; to match them, an attacker must make 2⁹⁶ keys.
    case device(UInt64, UInt32)
  }
}

extension Roster.Key {
  /// True if the session is encrypted: each packet then proves its sender, whatever the address.
  var isProven: Bool {
    if case .device = self { true } else { false }
  }

  /// True if the controller is behind a gateway.
  var isBehindGateway: Bool {
    if case .gateway = self { true } else { false }
  }

  /// True if all packets under this key are certain to come from one controller.
  ///
  /// That is so in an encrypted session and behind a gateway.
  var provesSender: Bool { isProven || isBehindGateway }

  /// The controller's own number, or the last four of a device's twelve bytes.
  public var token: UInt32 {
    switch self {
    case .plain(_, let token), .gateway(_, let token), .device(_, let token): token
    }
  }
}

/// The form in which files store a key: an address and a number.
extension Roster.Key {
  /// The upper half of the addresses that stand for gateways.
  ///
  /// They are multicast addresses (RFC 4291 §2.7), from which no datagram comes.
  private static let gateways = UInt64.max
  /// The upper half of the addresses that stand for public keys; these are multicast addresses too.
  private static let devices = UInt64.max - 1

  /// The address of the controller, or one that stands for its gateway or its public key.
  public var origin: Address {
    switch self {
    case .plain(let address, _): address
    case .gateway(let number, _): Address(high: Roster.Key.gateways, low: UInt64(number))
    case .device(let start, _): Address(high: Roster.Key.devices, low: start)
    }
  }

  /// Creates the key that files store as `origin` and `token`.
  public init(origin: Address, token: UInt32) {
    switch origin.high {
    case Roster.Key.devices: self = .device(origin.low, token)
    case Roster.Key.gateways where origin.low <= UInt8.max:
      self = .gateway(UInt8(origin.low), controller: token)
    default: self = .plain(origin, token: token)
    }
  }
}

extension Roster.Key {
  /// Creates the key of the device with the public key `key`.
  init(_ key: PublicKey) {
    let bytes = key.bytes
    self = .device(
      (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[$1]) },
      (8..<12).reduce(0) { $0 << 8 | UInt32(bytes[$1]) })
  }

  /// The controller's peer before the host restarted, as far as the key reveals it.
  var formerPeer: PeerID {
    switch self {
    case .gateway(_, let controller): .gateway(connection: .max, controller: controller)
    case .plain, .device: .network(Endpoint(address: origin, port: 0))
    }
  }
}
