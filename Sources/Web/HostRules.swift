import Model
import Platform

/// The names by which this machine may be addressed, so that no foreign page reaches it by a name of its own (DNS rebinding).
struct HostRules: Sendable {
  /// The names in the certificate, as OpenSSL's subjectAltName writes them.
  let certificateNames: String
  private let names: Set<String>
  private let port: UInt16
  private let plainPort: UInt16?

  /// Creates the rules of the machine with the name `machine` and these `addresses`, which listens at `port`, and without TLS at
  /// `plainPort`; the certificate names only the addresses in `shown`, or with nil all.
  init(
    machine: String, addresses: [Address], showing shown: [Address]? = nil, port: UInt16,
    plainPort: UInt16? = nil
  ) {
    (self.port, self.plainPort) = (port, plainPort)
    let own = machine.isEmpty ? [] : [machine.lowercased(), "\(machine.lowercased()).local"]
    let loopback = ["127.0.0.1", "::1"]
    names = Set(["localhost"] + own + loopback + addresses.map(\.description))
    // IPv6 addresses change daily, and with each new certificate people have to confirm again that they trust it.
    let told = shown ?? addresses
    let lasting = told.filter { $0.v4 != nil }.map(\.description)
    let certified = Set((lasting.isEmpty ? told.map(\.description) : lasting) + loopback).sorted()
    certificateNames =
      (["DNS:localhost"] + own.map { "DNS:\($0)" } + certified.map { "IP:\($0)" }).joined(separator: ",")
  }

  /// Returns the addresses by which phones find a machine with these interfaces.
  ///
  /// The result is the address that the machine listens at, if there is only one. Otherwise it has the addresses of interfaces with a
  /// device behind them, only those of private networks if there are any, and all addresses if no interface has a device.
  static func shown(_ interfaces: [NetworkInterface], listeningAt address: String?) -> [Address] {
    if let only = address.flatMap({ Address($0) }) { return [only] }
    let lan = interfaces.filter(\.isLAN).map(\.address)
    let home = lan.filter(\.isPrivate)
    return home.isEmpty ? lan.isEmpty ? interfaces.map(\.address) : lan : home
  }

  /// Returns whether a request may name `host`, as browsers write it; `isPlain` if the request came without TLS.
  func allows(host: String, isPlain: Bool = false) -> Bool {
    guard let host = HostRules.small(host),
      let parts = HostAndPort(host, defaultPort: isPlain ? 80 : 443),
      parts.port == (isPlain ? plainPort : port)
    else { return false }
    return names.contains(Address(parts.host)?.description ?? parts.host)
  }

  /// Returns whether a page of `origin` may talk to `host`, which the request names: only a page that this host has served may.
  func allows(origin: String, host: String, isPlain: Bool = false) -> Bool {
    guard allows(host: host, isPlain: isPlain), let host = HostRules.small(host) else { return false }
    return HostRules.small(origin) == "\(isPlain ? "http" : "https")://\(host)"
  }

  /// Returns whether `address` is one of this machine.
  func isOwn(_ address: Address) -> Bool { address.isLoopback || names.contains(address.description) }

  /// Returns `text` in lower case; nil for text beyond ASCII, some of whose letters would become ASCII in lower case.
  private static func small(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : nil
  }
}

extension Address {
  /// Whether the address is reachable from this machine only (loopback).
  var isLoopback: Bool {
    v4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1)
  }

  /// Whether the address is of a private network (RFC 1918).
  var isPrivate: Bool {
    guard let number = v4 else { return false }
    return number >> 24 == 10 || number >> 20 == 0xac1 || number >> 16 == 0xc0a8
  }

  /// Whether the address is link-local: valid on one network only, and ambiguous without its zone (RFC 4291 §2.5.6).
  var isLinkLocal: Bool { v4 == nil && high >> 54 == 0xfe80 >> 6 }
}
