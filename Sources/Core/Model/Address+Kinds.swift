extension Address {
  /// The IPv4 address of this machine, 127.0.0.1.
  public static let loopback = Address(v4: 0x7f00_0001)

  /// True if the address is reachable from this machine only (loopback).
  public var isLoopback: Bool {
    v4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1)
  }

  /// True if the address belongs to a private network (RFC 1918).
  public var isPrivate: Bool {
    guard let number = v4 else { return false }
    return number >> 24 == 10 || number >> 20 == 0xac1 || number >> 16 == 0xc0a8
  }

  /// True for a link-local IPv6 address: valid on one network, ambiguous without a zone (RFC 4291 §2.5.6).
  public var isLinkLocal: Bool { v4 == nil && high >> 54 == 0xfe80 >> 6 }

  /// True if other machines can reach this machine at the address: it is neither loopback nor link-local
  /// IPv6.
  public var isLasting: Bool { !isLinkLocal && !isLoopback }

  /// True if a machine gives itself the address when it gets no other one (169.254.0.0/16, RFC 3927).
  public var isSelfAssigned: Bool { v4.map { $0 >> 16 == 0xa9fe } ?? false }

  /// True if the address stands for all addresses of a machine: 0.0.0.0 or ::.
  public var isUnspecified: Bool { v4 == 0 || high == 0 && low == 0 }
}
