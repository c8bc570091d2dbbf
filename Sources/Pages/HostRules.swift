public import Model
import Wire

/// The names by which this machine may be addressed, so that no foreign page reaches it by a name of its own (DNS rebinding).
public struct HostRules: Sendable {
  /// The names in the certificate, as OpenSSL's subjectAltName writes them.
  public let certificateNames: String
  /// The names of the own domain's certificate; none without one.
  public let domain: DomainNames
  private let names: Set<String>
  private let addresses: Set<Address>
  private let port: UInt16
  private let plainPort: UInt16?

  /// Creates the rules of the machine with the name `machine` and these `addresses`, which listens at `port`, and without TLS at
  /// `plainPort`; the certificate names only the addresses in `shown`, or with nil all.
  ///
  /// The machine is also found by the names of `domain`.
  public init(
    machine: String, addresses: [Address], showing shown: [Address]? = nil, port: UInt16,
    plainPort: UInt16? = nil, domain: DomainNames = DomainNames()
  ) {
    (self.port, self.plainPort, self.domain) = (port, plainPort, domain)
    let own = machine.isEmpty ? [] : [machine.lowercased(), "\(machine.lowercased()).local"]
    let loopback = [Address.loopback, Address(high: 0, low: 1)]
    names = Set(["localhost"] + own)
    self.addresses = Set(loopback + addresses)
    // IPv6 addresses change daily, and with each new certificate people have to confirm again that they trust it.
    let told = shown ?? addresses
    let lasting = told.filter { $0.v4 != nil }
    let certified = Set(((lasting.isEmpty ? told : lasting) + loopback).map(\.description)).sorted()
    certificateNames =
      (["DNS:localhost"] + own.map { "DNS:\($0)" } + certified.map { "IP:\($0)" }).joined(separator: ",")
  }

  /// Returns whether a request may name `host`, as browsers write it; `isPlain` if the request came without TLS.
  public func allows(host: String, isPlain: Bool = false) -> Bool {
    guard let host = HostRules.small(host),
      let parts = HostAndPort(host, defaultPort: isPlain ? 80 : 443),
      parts.port == (isPlain ? plainPort : port)
    else { return false }
    return Address(parts.host).map(addresses.contains)
      ?? (names.contains(parts.host) || domain.covers(parts.host))
  }

  /// Returns whether a page of `origin` may talk to the `host` of its request: only a page that this machine has served may.
  public func allows(origin: String, host: String, isPlain: Bool = false) -> Bool {
    guard allows(host: host, isPlain: isPlain), let host = HostRules.small(host) else { return false }
    return HostRules.small(origin) == "\(isPlain ? "http" : "https")://\(host)"
  }

  /// Returns whether `address` is one of this machine.
  public func isOwn(_ address: Address) -> Bool { address.isLoopback || addresses.contains(address) }

  /// Returns `text` in lower case; nil for text beyond ASCII, some of whose letters would become ASCII in lower case.
  private static func small(_ text: String) -> String? {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.lowercased() : nil
  }
}
