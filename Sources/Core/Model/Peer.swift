/// A player's slot on a host, numbered from 1.
public struct PlayerSlot: Hashable, Comparable, Sendable {
  /// The player's number, 1 to 16.
  public let number: UInt8

  /// The maximum number of players on one host.
  public static let limit = 16

  /// Creates the slot of player `number`; fails unless `number` is 1 to 16.
  public init?(number: Int) {
    guard (1...PlayerSlot.limit).contains(number) else { return nil }
    self.number = UInt8(number)
  }

  /// The slot at `index` of a table, counted from 0.
  ///
  /// - Precondition: `index` is 0 to 15.
  public init(index: Int) {
    precondition((0..<PlayerSlot.limit).contains(index))
    number = UInt8(index + 1)
  }

  /// The slot's index in a table, counted from 0.
  public var index: Int { Int(number) - 1 }

  /// Orders by number.
  public static func < (left: PlayerSlot, right: PlayerSlot) -> Bool {
    left.number < right.number
  }
}

/// An IP address; IPv4 is stored in its IPv4-mapped IPv6 form (RFC 4291 §2.5.5.2).
public struct Address: Hashable, Sendable {
  /// The first eight bytes, most significant first.
  public var high: UInt64
  /// The last eight bytes, most significant first.
  public var low: UInt64

  /// Creates the address from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The IPv4 address a.b.c.d given as a number, a in the most significant byte.
  public init(v4 number: UInt32) {
    self.init(high: 0, low: 0xffff_0000_0000 | UInt64(number))
  }

  /// The IPv4 address as a number, a in the most significant byte; nil for an IPv6 address.
  public var v4: UInt32? {
    high == 0 && low >> 32 == 0xffff ? UInt32(truncatingIfNeeded: low) : nil
  }
}

/// The source or destination of a datagram.
public struct Endpoint: Hashable, Sendable {
  /// The IP address.
  public var address: Address
  /// The UDP port, in host order.
  public var port: UInt16
  /// The interface index of a link-local IPv6 address (RFC 4007 zone), otherwise 0.
  public var scope: UInt32

  /// The endpoint at `address` and `port`.
  public init(address: Address, port: UInt16, scope: UInt32 = 0) {
    self.address = address
    self.port = port
    self.scope = scope
  }
}

/// The sender of packets: an address on the network, or a controller connected through a gateway.
public enum PeerID: Hashable, Sendable {
  /// A controller that sends UDP itself.
  case network(Endpoint)
  /// Controller `controller` of the gateway on local connection `connection`.
  case gateway(connection: UInt32, controller: UInt32)
}
